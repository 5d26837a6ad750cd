<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name></name>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>&amp;Accept</source>
        <translation>&amp;Annehmen</translation>
    </message>
    <message>
        <source>&amp;Activate</source>
        <translation>&amp;Aktivieren</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>&amp;Add to the query</source>
        <translation>&amp;Zur Suche hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Advanced</source>
        <translation>&amp;Erweitert</translation>
    </message>
    <message>
        <source>&amp;All copies, wherever they are</source>
        <translation>&amp;Alle Kopien, wo immer sie liegen</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Also {n:,} pictures on drives or in folders that are away now</source>
        <comment>&amp;Also {n:,} picture on drives or in folders that are away now</comment>
        <translation>
            <numerusform>&amp;Auch {n:,} Bild auf Laufwerken oder in Ordnern, die gerade nicht da sind</numerusform>
            <numerusform>&amp;Auch {n:,} Bilder auf Laufwerken oder in Ordnern, die gerade nicht da sind</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Back to set-up</source>
        <translation>&amp;Zurück zur Vorbereitung</translation>
    </message>
    <message>
        <source>&amp;Backbone</source>
        <translation>&amp;Grundnetz</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Code length</source>
        <translation>&amp;Codelänge</translation>
    </message>
    <message>
        <source>&amp;Compare two versions</source>
        <translation>Zwei Versionen &amp;vergleichen</translation>
    </message>
    <message>
        <source>&amp;Compare with:</source>
        <translation>V&amp;ergleichen mit:</translation>
    </message>
    <message>
        <source>&amp;Copies and bursts</source>
        <translation>&amp;Kopien und Serien</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>&amp;Pfad kopieren</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>G&amp;erät</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Evaluation</source>
        <translation>&amp;Auswertung</translation>
    </message>
    <message>
        <source>&amp;Export as JPEG…</source>
        <translation>Als JPEG &amp;exportieren…</translation>
    </message>
    <message>
        <source>&amp;Export to CSV…</source>
        <translation>Als CSV &amp;exportieren…</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Vom</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Raster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Import a version…</source>
        <translation>Eine Version &amp;importieren…</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;Keywords of other programs…</source>
        <translation>Stichwörter &amp;anderer Programme…</translation>
    </message>
    <message>
        <source>&amp;Label…</source>
        <translation>&amp;Stichwort geben…</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Später</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Bibliothek</translation>
    </message>
    <message>
        <source>&amp;Longer side at most:</source>
        <translation>&amp;Längere Seite höchstens:</translation>
    </message>
    <message>
        <source>&amp;Look for changes</source>
        <translation>&amp;Nach Änderungen suchen</translation>
    </message>
    <message>
        <source>&amp;Looks at:</source>
        <translation>&amp;Betrachtet:</translation>
    </message>
    <message>
        <source>&amp;Map</source>
        <translation>K&amp;arte</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Verfahren</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Move to folder…</source>
        <translation>In einen Ordner &amp;verschieben…</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Name new ones as Lightroom does: photo.xmp, not photo.jpg.xmp</source>
        <translation>&amp;Neue benennen wie Lightroom: foto.xmp, nicht foto.jpg.xmp</translation>
    </message>
    <message>
        <source>&amp;Networks…</source>
        <translation>&amp;Netze…</translation>
    </message>
    <message>
        <source>&amp;Not the same as the query</source>
        <translation>&amp;Nicht dasselbe wie das Suchbild</translation>
    </message>
    <message>
        <source>&amp;Paste a picture</source>
        <translation>Bild &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>Bi&amp;ld</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>Vor&amp;einstellung</translation>
    </message>
    <message>
        <source>&amp;Quick: train the hash layers on stored features</source>
        <translation>Schn&amp;ell: die Hash-Schichten auf gespeicherten Merkmalen trainieren</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Ratings too, of {n:,} pictures, as labels like “4 stars”</source>
        <comment>&amp;Ratings too, of {n:,} picture, as labels like “4 stars”</comment>
        <translation>
            <numerusform>Auch &amp;Bewertungen, von {n:,} Bild, als Stichwörter wie „4 stars“</numerusform>
            <numerusform>Auch &amp;Bewertungen, von {n:,} Bildern, als Stichwörter wie „4 stars“</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>&amp;Umbenennen…</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Resume the training…</source>
        <translation>Training &amp;fortsetzen …</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suche</translation>
    </message>
    <message>
        <source>&amp;Search by words…</source>
        <translation>Mit &amp;Worten suchen…</translation>
    </message>
    <message>
        <source>&amp;Select the whole group</source>
        <translation>&amp;Ganze Gruppe auswählen</translation>
    </message>
    <message>
        <source>&amp;Skipped files</source>
        <translation>&amp;Übersprungene Dateien</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Take back from sidecars</source>
        <translation>Aus Begleitdateien zurück&amp;nehmen</translation>
    </message>
    <message>
        <source>&amp;Train again</source>
        <translation>Noch einmal &amp;trainieren</translation>
    </message>
    <message>
        <source>&amp;Train on my labels…</source>
        <translation>Mit meinen S&amp;tichwörtern trainieren …</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Viewer</source>
        <translation>&amp;Betrachter</translation>
    </message>
    <message>
        <source>&amp;Watch folders</source>
        <translation>Ordner be&amp;obachten</translation>
    </message>
    <message>
        <source>&amp;What was done to files</source>
        <translation>Was mit &amp;Dateien geschah</translation>
    </message>
    <message>
        <source>&amp;Write into sidecars…</source>
        <translation>In &amp;Begleitdateien schreiben…</translation>
    </message>
    <message>
        <source>&amp;to</source>
        <translation>&amp;bis</translation>
    </message>
    <message>
        <source>, and </source>
        <translation>, und </translation>
    </message>
    <message>
        <source>. Of these, a quarter, with few labels up to half, keep what pictures look like; the others learn what you call similar.</source>
        <translation>. Ein Viertel davon, bei wenigen Stichwörtern bis zur Hälfte, bewahrt, wie Bilder aussehen; die anderen lernen, was Sie ähnlich nennen.</translation>
    </message>
    <message>
        <source>. Of these, {base} keep what pictures look like; the others learn what you call similar.</source>
        <translation>. {base} davon bewahren, wie Bilder aussehen; die anderen lernen, was Sie ähnlich nennen.</translation>
    </message>
    <message>
        <source>1 for StoM, 10 for StoRM, 5 with the whole library; a hundredth of it for the whole network</source>
        <translation>1 bei StoM, 10 bei StoRM, 5 mit der ganzen Bibliothek; für das ganze Netz ein Hundertstel davon</translation>
    </message>
    <message>
        <source>1 to 9</source>
        <translation>1 bis 9</translation>
    </message>
    <message>
        <source>1 to 9, or a label’s key</source>
        <translation>1 bis 9, Stichwort-Taste</translation>
    </message>
    <message>
        <source>1/{part} s</source>
        <translation>1/{part} s</translation>
    </message>
    <message>
        <source>10 / bits</source>
        <translation>10 / Bits</translation>
    </message>
    <message>
        <source>12.8 / bits; the more pictures have several labels the larger, 51.2 / bits from two thirds of them on; at most 0.95</source>
        <translation>12,8 / Bits; je mehr Bilder mehrere Stichwörter haben, desto größer, ab zwei Dritteln 51,2 / Bits; höchstens 0,95</translation>
    </message>
    <message>
        <source>2 · bits</source>
        <translation>2 · Bits</translation>
    </message>
    <message>
        <source>20, 30 with the whole library, more for few pictures; 10 for the whole network</source>
        <translation>20, mit der ganzen Bibliothek 30, für wenige Bilder mehr; 10 für das ganze Netz</translation>
    </message>
    <message>
        <source>20, more for few pictures; 10 for the whole network</source>
        <translation>20, für wenige Bilder mehr; 10 für das ganze Netz</translation>
    </message>
    <message>
        <source>20; the more pictures have several labels the smaller, 0 from two thirds of them on</source>
        <translation>20; je mehr Bilder mehrere Stichwörter haben, desto kleiner, ab zwei Dritteln 0</translation>
    </message>
    <message>
        <source>256; 48 when the whole network is trained</source>
        <translation>256; 48, wenn das ganze Netz trainiert wird</translation>
    </message>
    <message>
        <source>2·tau·gamma must not pass 1, but is {value:g}.</source>
        <translation>2·tau·gamma darf 1 nicht überschreiten, ist aber {value:g}.</translation>
    </message>
    <message>
        <source>2·tau·lam must stay below 1, but is {value:g}.</source>
        <translation>2·tau·lam muss unter 1 bleiben, ist aber {value:g}.</translation>
    </message>
    <message>
        <source>3.2 / bits, at most 0.95</source>
        <translation>3,2 / Bits, höchstens 0,95</translation>
    </message>
    <message>
        <source>5</source>
        <translation>5</translation>
    </message>
    <message>
        <source>5, more in a long training; none when the whole network is trained</source>
        <translation>5, in einem langen Training mehr; keine, wenn das ganze Netz trainiert wird</translation>
    </message>
    <message>
        <source>6.4 / bits</source>
        <translation>6,4 / Bits</translation>
    </message>
    <message>
        <source>A file cannot be called “{name}”.</source>
        <translation>Eine Datei kann nicht „{name}“ heißen.</translation>
    </message>
    <message>
        <source>A file needs a name that does not begin with a dot.</source>
        <translation>Eine Datei braucht einen Namen, der nicht mit einem Punkt beginnt.</translation>
    </message>
    <message>
        <source>A folder for the cache</source>
        <translation>Ein Ordner für den Zwischenspeicher</translation>
    </message>
    <message>
        <source>A folder for the thumbnails</source>
        <translation>Ein Ordner für die Vorschaubilder</translation>
    </message>
    <message>
        <source>A group of {n} is reviewed again</source>
        <translation>Eine Gruppe von {n} wird wieder durchgesehen</translation>
    </message>
    <message>
        <source>A hit without a label counts as wrong, so the figures are lower bounds.</source>
        <translation>Ein Treffer ohne Stichwort zählt als falsch; die Werte sind darum untere Schranken.</translation>
    </message>
    <message>
        <source>A keyword like Animals|Cat gives</source>
        <translation>Ein Stichwort wie Tiere|Katze ergibt</translation>
    </message>
    <message>
        <source>A label cannot be merged with itself.</source>
        <translation>Ein Stichwort kann nicht mit sich selbst zusammengelegt werden.</translation>
    </message>
    <message>
        <source>A label needs a name.</source>
        <translation>Ein Stichwort braucht einen Namen.</translation>
    </message>
    <message numerus="yes">
        <source>A label needs at least {least} pictures to be learned, so they are left out.</source>
        <comment>A label needs at least {least} pictures to be learned, so it is left out.</comment>
        <translation>
            <numerusform>Ein Stichwort braucht mindestens {least} Bilder, um gelernt zu werden; deshalb wird es ausgelassen.</numerusform>
            <numerusform>Ein Stichwort braucht mindestens {least} Bilder, um gelernt zu werden; deshalb werden sie ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>A method to compare with</source>
        <translation>Ein Verfahren zum Vergleich</translation>
    </message>
    <message>
        <source>A model version needs a name of at least one visible character.</source>
        <translation>Eine Modellversion braucht einen Namen mit mindestens einem sichtbaren Zeichen.</translation>
    </message>
    <message>
        <source>A network that was added to this library: its features are computed first, from all pictures.</source>
        <translation>Ein Netz, das dieser Bibliothek hinzugefügt wurde: seine Merkmale werden zuerst aus allen Bildern berechnet.</translation>
    </message>
    <message>
        <source>A picture is the same as itself; choose another hit.</source>
        <translation>Ein Bild ist dasselbe wie es selbst; wählen Sie einen anderen Treffer.</translation>
    </message>
    <message>
        <source>A picture is the same as itself; there is nothing to decide.</source>
        <translation>Ein Bild ist dasselbe wie es selbst; da gibt es nichts zu entscheiden.</translation>
    </message>
    <message>
        <source>A process of this training has ended, so the others end, too; the same command with --resume, and any number of processes, goes on from the last epoch.</source>
        <translation>Ein Prozess dieses Trainings ist zu Ende, und so enden auch die anderen; derselbe Befehl mit --resume, und beliebig vielen Prozessen, macht nach der letzten Epoche weiter.</translation>
    </message>
    <message>
        <source>A process of this training has too little memory; a smaller batch may help.</source>
        <translation>Ein Prozess dieses Trainings hat zu wenig Speicher; ein kleinerer Batch kann helfen.</translation>
    </message>
    <message>
        <source>A query can hold {most} pictures; these are {n:,}.</source>
        <translation>Eine Suche fasst {most} Bilder; das sind {n:,}.</translation>
    </message>
    <message>
        <source>A query needs at least one picture to be similar to.</source>
        <translation>Eine Suche braucht mindestens ein Bild, dem die Treffer ähnlich sein sollen.</translation>
    </message>
    <message>
        <source>A query picture is either one of the library, a file or a pasted picture.</source>
        <translation>Ein Suchbild ist entweder eines der Bibliothek, eine Datei oder ein eingefügtes Bild.</translation>
    </message>
    <message>
        <source>A training that was interrupted</source>
        <translation>Ein unterbrochenes Training</translation>
    </message>
    <message>
        <source>A training was interrupted</source>
        <translation>Ein Training wurde unterbrochen</translation>
    </message>
    <message>
        <source>A training was interrupted, and can be gone on with.</source>
        <translation>Ein Training wurde unterbrochen und kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>A training was interrupted, but this version of DualHash cannot go on with it; please begin anew.</source>
        <translation>Ein Training wurde unterbrochen, aber dieses DualHash kann es nicht fortsetzen; bitte beginnen Sie von vorn.</translation>
    </message>
    <message>
        <source>A training was interrupted; {keys} offers to go on with it.</source>
        <translation>Ein Training wurde unterbrochen; mit {keys} können Sie es fortsetzen.</translation>
    </message>
    <message>
        <source>A&amp;bout DualHash</source>
        <translation>Ü&amp;ber DualHash</translation>
    </message>
    <message>
        <source>About DualHash</source>
        <translation>Über DualHash</translation>
    </message>
    <message>
        <source>About {percent:.0f} %</source>
        <translation>Etwa {percent:.0f} %</translation>
    </message>
    <message>
        <source>Accept makes codes for all pictures in the background; until they are complete, the version before serves.</source>
        <translation>Annehmen erstellt im Hintergrund Codes für alle Bilder; bis sie vollständig sind, dient die bisherige Version.</translation>
    </message>
    <message>
        <source>Activate</source>
        <translation>Aktivieren</translation>
    </message>
    <message>
        <source>Activate {name}</source>
        <translation>{name} aktivieren</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Add a folder: as soon as pictures are indexed, they are laid out here by likeness.</source>
        <translation>Fügen Sie einen Ordner hinzu: Sobald Bilder indiziert sind, werden sie hier nach Ähnlichkeit angeordnet.</translation>
    </message>
    <message>
        <source>Add a network</source>
        <translation>Ein Netz hinzufügen</translation>
    </message>
    <message>
        <source>Add a photo folder</source>
        <translation>Einen Fotoordner hinzufügen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add from a file…</source>
        <translation>Aus einer Datei hinzufügen…</translation>
    </message>
    <message numerus="yes">
        <source>Add labels to {n:,} sidecars?</source>
        <comment>Add labels to {n:,} sidecar?</comment>
        <translation>
            <numerusform>Stichwörter in {n:,} Begleitdatei schreiben?</numerusform>
            <numerusform>Stichwörter in {n:,} Begleitdateien schreiben?</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the version that a file holds (I)</source>
        <translation>Die Version aus einer Datei hinzufügen (I)</translation>
    </message>
    <message>
        <source>Add to query</source>
        <translation>Zur Suche hinzu</translation>
    </message>
    <message>
        <source>Adding a network</source>
        <translation>Ein Netz wird hinzugefügt</translation>
    </message>
    <message>
        <source>Adding the version</source>
        <translation>Die Version wird hinzugefügt</translation>
    </message>
    <message>
        <source>Address or service</source>
        <translation>Adresse oder Dienst</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>After that it was trained once more on all labels.</source>
        <translation>Danach wurde noch einmal mit allen Stichwörtern trainiert.</translation>
    </message>
    <message>
        <source>After the first epoch</source>
        <translation>Nach der ersten Epoche</translation>
    </message>
    <message>
        <source>After, {bits} bits</source>
        <translation>Nachher, {bits} Bit</translation>
    </message>
    <message>
        <source>AlexNet: its features are computed first, from all pictures.</source>
        <translation>AlexNet: Seine Merkmale werden zuerst berechnet, aus allen Bildern.</translation>
    </message>
    <message>
        <source>All as they were</source>
        <translation>Alle auf Vorgabe</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>All labelled pictures lie in the folder {folder}: the figures speak for pictures like those, not for the rest of the library.</source>
        <translation>Alle Bilder mit Stichwort liegen im Ordner {folder}: Die Zahlen gelten für solche Bilder, nicht für den Rest der Bibliothek.</translation>
    </message>
    <message>
        <source>All labels</source>
        <translation>Alle Stichwörter</translation>
    </message>
    <message>
        <source>All of them are new.</source>
        <translation>Alle davon sind neu.</translation>
    </message>
    <message>
        <source>All of them have {labels} already.</source>
        <translation>Alle haben {labels} schon.</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>All pictures are read by this network now; until that is done, the active version serves.</source>
        <translation>Alle Bilder werden jetzt mit diesem Netz gelesen; bis das getan ist, dient die aktive Version.</translation>
    </message>
    <message>
        <source>All pictures are up to date.</source>
        <translation>Alle Bilder sind auf dem neuesten Stand.</translation>
    </message>
    <message numerus="yes">
        <source>All pictures are up to date; {n:,} files are skipped.</source>
        <comment>All pictures are up to date; {n:,} file is skipped.</comment>
        <translation>
            <numerusform>Alle Bilder sind auf dem neuesten Stand; {n:,} Datei ist übersprungen.</numerusform>
            <numerusform>Alle Bilder sind auf dem neuesten Stand; {n:,} Dateien sind übersprungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>All pictures to learn from look exactly alike, so there is nothing to tell them apart by.</source>
        <translation>Alle Bilder, aus denen gelernt werden soll, sehen genau gleich aus; es gibt nichts, woran sie sich unterscheiden ließen.</translation>
    </message>
    <message>
        <source>All pictures with {label} get the label that you choose here, and {label} is deleted. {keys} takes it back.</source>
        <translation>Alle Bilder mit {label} bekommen das Stichwort, das Sie hier wählen, und {label} wird gelöscht. {keys} nimmt es zurück.</translation>
    </message>
    <message>
        <source>All rules, as they were at first</source>
        <translation>Alle Regeln, wie sie anfangs waren</translation>
    </message>
    <message>
        <source>All that you typed is still there</source>
        <translation>Alles, was Sie eingegeben haben, ist noch da</translation>
    </message>
    <message>
        <source>All {n} are kept; the group comes back when another one joins it</source>
        <translation>Alle {n} werden behalten; die Gruppe kommt wieder, wenn ein weiteres Bild dazukommt</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Alpha b</source>
        <translation>Alpha b</translation>
    </message>
    <message>
        <source>Also show hits that you said are not the same</source>
        <translation>Auch Treffer zeigen, die Sie als nicht dasselbe bezeichnet haben</translation>
    </message>
    <message>
        <source>Also show pictures whose file is not there now</source>
        <translation>Auch Bilder zeigen, deren Datei gerade nicht da ist</translation>
    </message>
    <message>
        <source>Alt+E, Alt+C</source>
        <translation>Alt+E, Alt+C</translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation>Alt+Links, Alt+Rechts</translation>
    </message>
    <message>
        <source>Alternations of the three steps.</source>
        <translation>Wie oft sich die drei Schritte abwechseln.</translation>
    </message>
    <message>
        <source>Among the advanced settings: {problem}</source>
        <translation>Unter den erweiterten Einstellungen: {problem}</translation>
    </message>
    <message>
        <source>An answer is taken back</source>
        <translation>Eine Antwort ist zurückgenommen</translation>
    </message>
    <message>
        <source>Anchors</source>
        <translation>Anker</translation>
    </message>
    <message>
        <source>Animals and Cat</source>
        <translation>Tiere und Katze</translation>
    </message>
    <message>
        <source>Animals|Cat</source>
        <translation>Tiere|Katze</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner…</translation>
    </message>
    <message>
        <source>Another library is published at {place}; publish this one to a database of its own.</source>
        <translation>Unter {place} ist eine andere Bibliothek veröffentlicht; veröffentlichen Sie diese in einer eigenen Datenbank.</translation>
    </message>
    <message>
        <source>Another program is writing to the library {path}; try again when it has finished.</source>
        <translation>Ein anderes Programm schreibt gerade in die Bibliothek {path}; versuchen Sie es noch einmal, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>Any date</source>
        <translation>Jedes Datum</translation>
    </message>
    <message>
        <source>Any from {low} to {high} can be typed.</source>
        <translation>Jede von {low} bis {high} kann eingegeben werden.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>Arrows go to another month, Shift with them takes several, Enter goes there or shows these alone</source>
        <translation>Pfeiltasten gehen zu einem anderen Monat, mit Umschalt nehmen sie mehrere, Eingabe geht dorthin oder zeigt nur diese</translation>
    </message>
    <message>
        <source>Arrows move the part, Shift and arrows resize it, Ctrl makes the steps small, Enter searches, Escape cancels</source>
        <translation>Pfeiltasten verschieben den Ausschnitt, mit Umschalt ändern sie seine Größe, mit Strg in kleinen Schritten; Eingabe sucht, Esc bricht ab</translation>
    </message>
    <message>
        <source>Arrows, Page up, Home …</source>
        <translation>Pfeile, Bild auf, Pos1 …</translation>
    </message>
    <message>
        <source>Arrows, or right button</source>
        <translation>Pfeile, rechte Maustaste</translation>
    </message>
    <message>
        <source>As large as it is</source>
        <translation>So groß wie das Original</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Ask for pictures similar to this one, too</source>
        <translation>Auch nach Bildern suchen, die diesem ähnlich sind</translation>
    </message>
    <message>
        <source>Ask for pictures unlike this one</source>
        <translation>Nach Bildern suchen, die diesem nicht ähnlich sind</translation>
    </message>
    <message>
        <source>Ask two versions for the current picture, side by side (C)</source>
        <translation>Zwei Versionen nach dem aktuellen Bild fragen, nebeneinander (C)</translation>
    </message>
    <message>
        <source>Asked with {queries} among {others}: {searched}.</source>
        <translation>Gesucht mit {queries} unter {others}: {searched}.</translation>
    </message>
    <message>
        <source>Asked with {queries} whose labels neither version has learned from, among {others}: {searched}.</source>
        <translation>Gesucht mit {queries}, aus deren Stichwörtern keine der Versionen gelernt hat, unter {others}: {searched}.</translation>
    </message>
    <message>
        <source>Asked with {queries} whose labels the version has not learned from, among {others}: {searched}.</source>
        <translation>Gesucht mit {queries}, aus deren Stichwörtern die Version nicht gelernt hat, unter {others}: {searched}.</translation>
    </message>
    <message>
        <source>Asks first: the others go to the trash</source>
        <translation>Fragt vorher: die anderen kommen in den Papierkorb</translation>
    </message>
    <message>
        <source>Asks first: what is marked to be dropped (T)</source>
        <translation>Fragt vorher: alles, was zum Aussortieren markiert ist (T)</translation>
    </message>
    <message>
        <source>At least one picture must be one to be similar to</source>
        <translation>Mindestens einem Bild müssen Treffer ähnlich sein</translation>
    </message>
    <message>
        <source>At least {least} indexed pictures are needed to learn from their neighbours.</source>
        <translation>Um von Nachbarn zu lernen, werden mindestens {least} indizierte Bilder gebraucht.</translation>
    </message>
    <message>
        <source>At least {least} pictures are needed to learn from their neighbours.</source>
        <translation>Um von Nachbarn zu lernen, werden mindestens {least} Bilder gebraucht.</translation>
    </message>
    <message>
        <source>At most {most} pictures are opened at once.</source>
        <translation>Es werden höchstens {most} Bilder auf einmal geöffnet.</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Urheber</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>B and Λ join</source>
        <translation>B und Λ kommen hinzu</translation>
    </message>
    <message>
        <source>B&apos;s own pair gradient; 0 is the paper&apos;s two-block scheme.</source>
        <translation>Eigener Paargradient von B; 0 ist das Zwei-Block-Verfahren des Artikels.</translation>
    </message>
    <message>
        <source>BSD 3-clause and others</source>
        <translation>BSD 3-clause und andere</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back  (U)</source>
        <translation>Zurück  (U)</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>Zurück zu den Vorgaben</translation>
    </message>
    <message>
        <source>Back to the groups (Enter or Escape)</source>
        <translation>Zurück zu den Gruppen (Eingabe oder Esc)</translation>
    </message>
    <message>
        <source>Back to the pictures</source>
        <translation>Zurück zu den Bildern</translation>
    </message>
    <message>
        <source>Back to the pictures (Backspace)</source>
        <translation>Zurück zu den Bildern (Rücktaste)</translation>
    </message>
    <message>
        <source>Back to the pictures (Escape)</source>
        <translation>Zurück zu den Bildern (Esc)</translation>
    </message>
    <message>
        <source>Back to the preset&apos;s values</source>
        <translation>Zurück zu den Werten der Voreinstellung</translation>
    </message>
    <message>
        <source>Back to the query before (Alt+Left)</source>
        <translation>Zurück zur vorigen Suche (Alt+Links)</translation>
    </message>
    <message>
        <source>Back to the set-up, with all that you typed</source>
        <translation>Zurück zur Vorbereitung, mit allem, was Sie eingegeben haben</translation>
    </message>
    <message>
        <source>Back to the versions (Backspace)</source>
        <translation>Zurück zu den Versionen (Rücktaste)</translation>
    </message>
    <message>
        <source>Back to where you came from (Backspace)</source>
        <translation>Zurück dahin, woher Sie kamen (Rücktaste)</translation>
    </message>
    <message>
        <source>Backbone</source>
        <translation>Grundnetz</translation>
    </message>
    <message>
        <source>Backbone rate</source>
        <translation>Rate des Netzes</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Base bits</source>
        <translation>Grundbits</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Before, {bits} bits</source>
        <translation>Vorher, {bits} Bit</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Es beginnt …</translation>
    </message>
    <message>
        <source>Best for searches within a radius; about half a point less precision at 100.</source>
        <translation>Am besten für Suchen in einem Umkreis; etwa ein halber Punkt weniger Genauigkeit unter den ersten 100.</translation>
    </message>
    <message>
        <source>Best: {reasons}</source>
        <translation>Bestes: {reasons}</translation>
    </message>
    <message>
        <source>Between 1 and {most} of its last blocks can be trained.</source>
        <translation>Zwischen 1 und {most} seiner letzten Blöcke können trainiert werden.</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>Bits changed are the share of all bits that the epoch changed.</source>
        <translation>Geänderte Bits: der Anteil aller Bits, den die Epoche geändert hat.</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Both pictures, with the same zoom and place (S)</source>
        <translation>Beide Bilder, gleich vergrößert und an derselben Stelle (S)</translation>
    </message>
    <message>
        <source>Both versions were fitted without labels: their outputs were never meant to end at ±1.</source>
        <translation>Beide Versionen wurden ohne Stichwörter angepasst: Ihre Ausgaben sollten nie bei ±1 enden.</translation>
    </message>
    <message>
        <source>Bring the files of this entry back to where they were (U)</source>
        <translation>Die Dateien dieses Eintrags dorthin zurückbringen, wo sie waren (U)</translation>
    </message>
    <message>
        <source>Bringing files back</source>
        <translation>Dateien werden zurückgebracht</translation>
    </message>
    <message>
        <source>Bringing pictures back</source>
        <translation>Bilder werden zurückgeholt</translation>
    </message>
    <message>
        <source>Bringing the library up to date</source>
        <translation>Die Bibliothek wird auf den neuesten Stand gebracht</translation>
    </message>
    <message>
        <source>Brown</source>
        <translation>Braun</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Bursts</source>
        <translation>Serien</translation>
    </message>
    <message>
        <source>By itself</source>
        <translation>Von selbst</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>Nach Stichwort</translation>
    </message>
    <message>
        <source>C or Enter</source>
        <translation>C oder Eingabe</translation>
    </message>
    <message>
        <source>C&amp;opy to folder…</source>
        <translation>In einen Ordner &amp;kopieren…</translation>
    </message>
    <message>
        <source>C, then arrows and Enter</source>
        <translation>C, dann Pfeile und Eingabe</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU ({n} cores)</source>
        <comment>CPU ({n} core)</comment>
        <translation>
            <numerusform>CPU ({n} Kern)</numerusform>
            <numerusform>CPU ({n} Kerne)</numerusform>
        </translation>
    </message>
    <message>
        <source>CSV tables (*.csv);;All files (*)</source>
        <translation>CSV-Tabellen (*.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>CUDA was asked for, but {why}</source>
        <translation>CUDA wurde verlangt, aber {why}</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel (Escape)</source>
        <translation>Abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Cancel choosing a part</source>
        <translation>Auswahl des Ausschnitts abbrechen</translation>
    </message>
    <message>
        <source>Cancel the job; what is stored stays</source>
        <translation>Die Aufgabe abbrechen; was gespeichert ist, bleibt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Wird abgebrochen…</translation>
    </message>
    <message>
        <source>Cat</source>
        <translation>Katze</translation>
    </message>
    <message>
        <source>Cauchy likelihood of pairs, for searches within a radius</source>
        <translation>Cauchy-Likelihood von Paaren, für Suchen in einem Umkreis</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Change {name} between similar and unlike</source>
        <translation>{name} zwischen ähnlich und unähnlich wechseln</translation>
    </message>
    <message>
        <source>Changed while they were read</source>
        <translation>Beim Lesen geändert</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Checking the database</source>
        <translation>Die Datenbank wird geprüft</translation>
    </message>
    <message>
        <source>Checking the network</source>
        <translation>Das Netz wird geprüft</translation>
    </message>
    <message>
        <source>Checking {name}</source>
        <translation>Geprüft wird: {name}</translation>
    </message>
    <message>
        <source>Checking {path}</source>
        <translation>{path} wird geprüft</translation>
    </message>
    <message>
        <source>Choose a picture in the grid first: both versions are asked for it.</source>
        <translation>Wählen Sie zuerst ein Bild aus: Beide Versionen werden danach gefragt.</translation>
    </message>
    <message>
        <source>Choose all folders and any date to see all groups.</source>
        <translation>Wählen Sie alle Ordner und jedes Datum, um alle Gruppen zu sehen.</translation>
    </message>
    <message>
        <source>Choose an entry and press the keys that it shall have. Empty: it has none.</source>
        <translation>Wählen Sie einen Eintrag und drücken Sie die Tasten, die er haben soll. Leer: er hat keine.</translation>
    </message>
    <message>
        <source>Choose another folder, or change the filter.</source>
        <translation>Wählen Sie einen anderen Ordner oder ändern Sie den Filter.</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Click a picture&apos;s magnifier, drop or paste a picture here</source>
        <translation>Auf die Lupe eines Bildes klicken, oder ein Bild hierher ziehen oder einfügen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close  (Esc)</source>
        <translation>Schließen  (Esc)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the label entry</source>
        <translation>Eingabe der Stichwörter schließen</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation>Dieses Fenster schließen</translation>
    </message>
    <message>
        <source>Close this window; the result waits, and {keys} shows it again</source>
        <translation>Dieses Fenster schließen; das Ergebnis wartet, {keys} zeigt es wieder</translation>
    </message>
    <message>
        <source>Code length</source>
        <translation>Codelänge</translation>
    </message>
    <message>
        <source>Code length in bits</source>
        <translation>Codelänge in Bit</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Codes of {bits} bits need features of at least {bits} dimensions, not {dimensions}.</source>
        <translation>Codes von {bits} Bit brauchen Merkmale mit mindestens {bits} Dimensionen, nicht {dimensions}.</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Colour of the label</source>
        <translation>Farbe des Stichworts</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Colours by</source>
        <translation>Farben nach</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Comparing codes</source>
        <translation>Codes werden verglichen</translation>
    </message>
    <message>
        <source>Comparing with what pictures look like</source>
        <translation>Es wird verglichen, wie Bilder aussehen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>Rechnen auf</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Computing codes</source>
        <translation>Codes werden berechnet</translation>
    </message>
    <message>
        <source>Computing features</source>
        <translation>Merkmale werden berechnet</translation>
    </message>
    <message>
        <source>Computing figures</source>
        <translation>Werte werden berechnet</translation>
    </message>
    <message>
        <source>Computing on the {name}: {reason}</source>
        <translation>Gerechnet wird mit {name}: {reason}</translation>
    </message>
    <message>
        <source>Conjugate in the Λ step: of h in B&apos;s orthant, or of its convex envelope (the paper&apos;s).</source>
        <translation>Konjugierte im Schritt von Λ: von h im Orthanten von B oder von seiner konvexen Hülle (wie im Artikel).</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>Fortsetzung</translation>
    </message>
    <message>
        <source>Convergence measure</source>
        <translation>Konvergenzmaß</translation>
    </message>
    <message>
        <source>Copied: the picture {name}</source>
        <translation>Kopiert: das Bild {name}</translation>
    </message>
    <message>
        <source>Copied: {what}</source>
        <translation>Kopiert: {what}</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Copies and bursts</source>
        <translation>Kopien und Serien</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>files</comment>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>another file of the picture</comment>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>Copy p&amp;lace</source>
        <translation>&amp;Ort kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy pict&amp;ure</source>
        <translation>Bil&amp;d kopieren</translation>
    </message>
    <message>
        <source>Copy the full path of the file</source>
        <translation>Den vollen Pfad der Datei kopieren</translation>
    </message>
    <message>
        <source>Copy to a folder</source>
        <translation>In einen Ordner kopieren</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Versionen kopieren</translation>
    </message>
    <message>
        <source>Copy {what} to {where}?</source>
        <translation>{what} nach {where} kopieren?</translation>
    </message>
    <message>
        <source>Copying files</source>
        <translation>Dateien werden kopiert</translation>
    </message>
    <message>
        <source>Copyright</source>
        <translation>Urheberrecht</translation>
    </message>
    <message>
        <source>Counts less (Alt+Down)</source>
        <translation>Zählt weniger (Alt+Ab)</translation>
    </message>
    <message>
        <source>Counts more (Alt+Up)</source>
        <translation>Zählt mehr (Alt+Auf)</translation>
    </message>
    <message>
        <source>Ctrl+A</source>
        <translation>Strg+A</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Strg+Umschalt+E</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Strg+Umschalt+O</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Strg+Umschalt+S</translation>
    </message>
    <message>
        <source>Ctrl+arrows, Ctrl+A</source>
        <translation>Strg+Pfeile, Strg+A</translation>
    </message>
    <message>
        <source>Ctrl+plus, minus, 0</source>
        <translation>Strg+Plus, Minus, 0</translation>
    </message>
    <message>
        <source>Curves and figures of the version on the held-out labels (V)</source>
        <translation>Kurven und Zahlen der Version auf den zurückgelegten Stichwörtern (V)</translation>
    </message>
    <message>
        <source>Curves that fall and then stay low have converged.</source>
        <translation>Kurven, die fallen und dann niedrig bleiben, sind konvergiert.</translation>
    </message>
    <message>
        <source>D&amp;iscard it</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Beschädigt</translation>
    </message>
    <message>
        <source>Damaged pictures</source>
        <translation>Beschädigte Bilder</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Date added</source>
        <translation>Hinzugefügt am</translation>
    </message>
    <message>
        <source>Date modified</source>
        <translation>Geändert am</translation>
    </message>
    <message>
        <source>Date taken</source>
        <translation>Aufnahmedatum</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Decision weight</source>
        <translation>Gewicht der Entscheidungen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete</source>
        <comment>the key</comment>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Delete removes it, minus changes between similar and unlike</source>
        <translation>Entf entfernt es, Minus wechselt zwischen ähnlich und unähnlich</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Details of a picture</source>
        <translation>Einzelheiten eines Bildes</translation>
    </message>
    <message>
        <source>Details of the picture</source>
        <translation>Einzelheiten zum Bild</translation>
    </message>
    <message>
        <source>Details of the version</source>
        <translation>Einzelheiten der Version</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard what took {time} to train?</source>
        <translation>Verwerfen, was {time} lang trainiert wurde?</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Distance (% of the code)</source>
        <translation>Abstand (% des Codes)</translation>
    </message>
    <message>
        <source>Distance (bits)</source>
        <translation>Abstand (Bit)</translation>
    </message>
    <message>
        <source>Distance of the hits</source>
        <translation>Abstand der Treffer</translation>
    </message>
    <message>
        <source>Distance that dissimilar pairs must keep.</source>
        <translation>Abstand, den unähnliche Paare halten müssen.</translation>
    </message>
    <message>
        <source>Distance, no label in common (bits)</source>
        <translation>Abstand, kein gemeinsames Stichwort (Bit)</translation>
    </message>
    <message>
        <source>Distance, same label (bits)</source>
        <translation>Abstand, gleiches Stichwort (Bit)</translation>
    </message>
    <message>
        <source>Distances of pairs</source>
        <translation>Abstände von Paaren</translation>
    </message>
    <message>
        <source>Do not keep all</source>
        <translation>Wieder zeigen</translation>
    </message>
    <message>
        <source>Done again: {what}</source>
        <translation>Wiederholt: {what}</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Down, while it is empty</source>
        <translation>Ab, solange es leer ist</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download a network</source>
        <translation>Ein Netz herunterladen</translation>
    </message>
    <message>
        <source>Download and find by it…</source>
        <translation>Herunterladen und damit suchen…</translation>
    </message>
    <message>
        <source>Downloading and preparing the model {name} (once)</source>
        <translation>Das Modell {name} wird heruntergeladen und vorbereitet (einmal)</translation>
    </message>
    <message>
        <source>Downloading {name}, licence {licence}</source>
        <translation>{name} wird heruntergeladen, Lizenz {licence}</translation>
    </message>
    <message>
        <source>Drag over the part to search for</source>
        <translation>Ziehen Sie über den gesuchten Ausschnitt</translation>
    </message>
    <message>
        <source>Draw around pictures to select them, {keys} labels them. The wheel zooms.</source>
        <translation>Umkreisen wählt Bilder aus, {keys} vergibt Stichwörter. Das Mausrad zoomt.</translation>
    </message>
    <message>
        <source>Draw with the mouse</source>
        <translation>Mit der Maus zeichnen</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Aussortieren</translation>
    </message>
    <message>
        <source>Drop a folder here or press {keys}</source>
        <translation>Ziehen Sie einen Ordner hierher oder drücken Sie {keys}</translation>
    </message>
    <message>
        <source>Dual</source>
        <translation>Dual</translation>
    </message>
    <message>
        <source>DualHash (recommended)</source>
        <translation>DualHash (empfohlen)</translation>
    </message>
    <message>
        <source>DualHash can put it aside and begin anew. Folders, labels and model versions come back from the automatic backup, and the pictures are read again.</source>
        <translation>DualHash kann sie beiseitelegen und neu beginnen. Ordner, Stichwörter und Modellversionen kommen aus der automatischen Sicherung zurück, und die Bilder werden neu gelesen.</translation>
    </message>
    <message>
        <source>DualHash is free software under the MIT licence, without any warranty.</source>
        <translation>DualHash ist freie Software unter der MIT-Lizenz, ohne jede Gewähr.</translation>
    </message>
    <message>
        <source>DualHash made a mistake</source>
        <translation>DualHash hat einen Fehler gemacht</translation>
    </message>
    <message>
        <source>DualHash on neighbours instead of labels; needs none</source>
        <translation>DualHash auf Nachbarn statt auf Stichwörtern; braucht keine</translation>
    </message>
    <message>
        <source>DualHash was ended before it was done</source>
        <translation>DualHash wurde beendet, bevor es getan war</translation>
    </message>
    <message>
        <source>DualHash with momentum</source>
        <translation>DualHash mit Momentum</translation>
    </message>
    <message>
        <source>DualHash with variance reduction</source>
        <translation>DualHash mit Varianzreduktion</translation>
    </message>
    <message>
        <source>DualHash&apos;s likelihood with ‖z² - 1‖₁ and its proximal step</source>
        <translation>die Likelihood von DualHash mit ‖z² - 1‖₁ und dessen proximalem Schritt</translation>
    </message>
    <message>
        <source>DualHash, smaller steps</source>
        <translation>DualHash, kleinere Schritte</translation>
    </message>
    <message>
        <source>E&amp;xclude from the query</source>
        <translation>Von der Suche &amp;ausschließen</translation>
    </message>
    <message>
        <source>Each label counts the same, however many pictures it has.</source>
        <translation>Jedes Stichwort zählt gleich viel, wie viele Bilder es auch hat.</translation>
    </message>
    <message>
        <source>Each picture gets the name of the folder it lies in as a label</source>
        <translation>Jedes Bild bekommt den Namen des Ordners, in dem es liegt, als Stichwort</translation>
    </message>
    <message>
        <source>Each query counts the same, so labels with many pictures count the most.</source>
        <translation>Jede Suche zählt gleich viel, Stichwörter mit vielen Bildern also am meisten.</translation>
    </message>
    <message>
        <source>EfficientNet-Lite0, weights</source>
        <translation>EfficientNet-Lite0, Gewichte</translation>
    </message>
    <message>
        <source>EfficientNet-Lite0: embedded; its features are stored already.</source>
        <translation>EfficientNet-Lite0: eingebaut; seine Merkmale sind schon gespeichert.</translation>
    </message>
    <message>
        <source>EfficientNet-Lite0: the embedded one; quick, and made for photos of things.</source>
        <translation>EfficientNet-Lite0: das eingebaute; schnell, und für Fotos von Dingen gemacht.</translation>
    </message>
    <message>
        <source>End the training; it can be resumed from its last checkpoint</source>
        <translation>Das Training beenden; es kann ab seinem letzten Zwischenstand fortgesetzt werden</translation>
    </message>
    <message>
        <source>End; every answer is stored already</source>
        <translation>Beenden; jede Antwort ist schon gespeichert</translation>
    </message>
    <message>
        <source>Enough  (S)</source>
        <translation>Genug  (S)</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter gives the marked label, Ctrl+Enter exactly what is typed; Escape closes</source>
        <translation>Eingabe gibt das markierte Stichwort, Strg+Eingabe genau das Getippte; Esc schließt</translation>
    </message>
    <message>
        <source>Enter or double click</source>
        <translation>Eingabe oder Doppelklick</translation>
    </message>
    <message>
        <source>Enter, C</source>
        <translation>Eingabe, C</translation>
    </message>
    <message>
        <source>Enter, Escape</source>
        <translation>Eingabe, Escape</translation>
    </message>
    <message>
        <source>Entries and their keys</source>
        <translation>Einträge und ihre Tasten</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Epoch {epoch:,} of {epochs:,}</source>
        <translation>Epoche {epoch:,} von {epochs:,}</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Epochs before other pictures are drawn.</source>
        <translation>Epochen, bis andere Bilder gezogen werden.</translation>
    </message>
    <message>
        <source>Epochs between two looks at the gradient&apos;s norm; 0 for none.</source>
        <translation>Epochen zwischen zwei Blicken auf die Norm des Gradienten; 0 für keinen.</translation>
    </message>
    <message>
        <source>Epochs without a better validation mAP before stopping; 0 never stops.</source>
        <translation>Epochen ohne bessere Validierungs-mAP, bis angehalten wird; 0 hält nie an.</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Escape</translation>
    </message>
    <message>
        <source>Escape or Space</source>
        <translation>Esc oder Leertaste</translation>
    </message>
    <message>
        <source>Eta</source>
        <translation>Eta</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Auswerten</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Evaluation of model versions</source>
        <translation>Auswertung von Modellversionen</translation>
    </message>
    <message>
        <source>Evaluation of {names}</source>
        <translation>Auswertung von {names}</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Every picture has a label. Nothing is left to ask.</source>
        <translation>Jedes Bild hat ein Stichwort. Es gibt nichts mehr zu fragen.</translation>
    </message>
    <message>
        <source>Every setting of the method, with its meaning, range and default</source>
        <translation>Jede Einstellung des Verfahrens mit Bedeutung, Bereich und Vorgabe</translation>
    </message>
    <message>
        <source>Exclude from query</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export as JPEG</source>
        <translation>Als JPEG exportieren</translation>
    </message>
    <message>
        <source>Export labels</source>
        <translation>Stichwörter exportieren</translation>
    </message>
    <message>
        <source>Export the version</source>
        <translation>Die Version exportieren</translation>
    </message>
    <message>
        <source>Export to a folder</source>
        <translation>In einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Export {what} as JPEG to {where}?</source>
        <translation>{what} als JPEG nach {where} exportieren?</translation>
    </message>
    <message>
        <source>Exporting labels</source>
        <translation>Stichwörter exportieren</translation>
    </message>
    <message>
        <source>Exporting pictures</source>
        <translation>Bilder werden exportiert</translation>
    </message>
    <message>
        <source>Exporting {name}</source>
        <translation>{name} wird exportiert</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichtung</translation>
    </message>
    <message>
        <source>Extrapolation</source>
        <translation>Extrapolation</translation>
    </message>
    <message>
        <source>Eyes open, in bursts</source>
        <translation>Augen offen, in Serien</translation>
    </message>
    <message>
        <source>F2, Delete</source>
        <translation>F2, Entf</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>Figures and plots</source>
        <translation>Zahlen und Diagramme</translation>
    </message>
    <message>
        <source>Figures before and after</source>
        <translation>Zahlen vorher und nachher</translation>
    </message>
    <message>
        <source>Figures by label</source>
        <translation>Zahlen je Stichwort</translation>
    </message>
    <message>
        <source>Figures of {first}</source>
        <translation>Zahlen von {first}</translation>
    </message>
    <message>
        <source>Figures of {first} and {second}</source>
        <translation>Zahlen von {first} und {second}</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File size</source>
        <translation>Dateigröße</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files that cannot be opened</source>
        <translation>Dateien, die sich nicht öffnen lassen</translation>
    </message>
    <message>
        <source>Files with the same content, byte for byte.</source>
        <translation>Dateien mit demselben Inhalt, Byte für Byte.</translation>
    </message>
    <message>
        <source>Final slope of tanh(β C); it grows in stages.</source>
        <translation>Letzte Steigung von tanh(β C); sie wächst in Stufen.</translation>
    </message>
    <message>
        <source>Final slope s of u = tanh(s C); 1 keeps it constant.</source>
        <translation>Letzte Steigung s von u = tanh(s C); 1 lässt sie gleich.</translation>
    </message>
    <message>
        <source>Find &amp;similar</source>
        <translation>Ähnliche &amp;finden</translation>
    </message>
    <message>
        <source>Find by this network</source>
        <translation>Mit diesem Netz suchen</translation>
    </message>
    <message>
        <source>Find pictures by what they show</source>
        <translation>Bilder finden nach dem, was sie zeigen</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche finden</translation>
    </message>
    <message>
        <source>Find similar (Enter)</source>
        <translation>Ähnliche finden (Eingabe)</translation>
    </message>
    <message>
        <source>Find similar to this part</source>
        <translation>Ausschnitt suchen</translation>
    </message>
    <message>
        <source>Find the pictures most similar to this one (Enter)</source>
        <translation>Die Bilder finden, die diesem am ähnlichsten sind (Eingabe)</translation>
    </message>
    <message>
        <source>Finding neighbours</source>
        <translation>Nachbarn werden gesucht</translation>
    </message>
    <message>
        <source>Finding what is alike</source>
        <translation>Ähnliches wird gesucht</translation>
    </message>
    <message>
        <source>Finds pictures in your own library by what they show. Everything stays on this machine.</source>
        <translation>Findet Bilder in Ihrer eigenen Bibliothek nach dem, was sie zeigen. Alles bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>First batch</source>
        <translation>Erster Stapel</translation>
    </message>
    <message>
        <source>Fitted, or 100 %</source>
        <translation>Eingepasst oder 100 %</translation>
    </message>
    <message>
        <source>Fitting codes to your library</source>
        <translation>Codes werden an Ihre Bibliothek angepasst</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Blitz</translation>
    </message>
    <message>
        <source>Flicker</source>
        <translation>Wechseln</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder &amp;tree</source>
        <translation>&amp;Ordnerbaum</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folders that you prefer</source>
        <translation>Ordner, die Sie bevorzugen</translation>
    </message>
    <message>
        <source>Folders whose keywords are taken</source>
        <translation>Ordner, deren Stichwörter übernommen werden</translation>
    </message>
    <message>
        <source>For B it is the mean square of what its steps still change.</source>
        <translation>Für B ist es das mittlere Quadrat dessen, was seine Schritte noch ändern.</translation>
    </message>
    <message>
        <source>For Z it is the mean square of what its steps still change.</source>
        <translation>Für Z ist es das mittlere Quadrat dessen, was seine Schritte noch ändern.</translation>
    </message>
    <message>
        <source>For x it is the squared norm of the gradient.</source>
        <translation>Für x ist es die quadrierte Norm des Gradienten.</translation>
    </message>
    <message>
        <source>For Λ it is the mean square of what its steps still change.</source>
        <translation>Für Λ ist es das mittlere Quadrat dessen, was seine Schritte noch ändern.</translation>
    </message>
    <message>
        <source>For&amp;get missing pictures…</source>
        <translation>Fe&amp;hlende Bilder vergessen…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget missing pictures</source>
        <translation>Fehlende Bilder vergessen</translation>
    </message>
    <message>
        <source>Forget missing pictures…</source>
        <translation>Fehlende Bilder vergessen…</translation>
    </message>
    <message>
        <source>Forget the result; the active version stays as it is</source>
        <translation>Das Ergebnis vergessen; die aktive Version bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Forget the version and its codes (Delete)</source>
        <translation>Die Version und ihre Codes vergessen (Entf)</translation>
    </message>
    <message>
        <source>Forget what it has learned so far</source>
        <translation>Vergessen, was es bisher gelernt hat</translation>
    </message>
    <message>
        <source>Forget what was changed below</source>
        <translation>Vergessen, was unten geändert wurde</translation>
    </message>
    <message numerus="yes">
        <source>Forget {n:,} pictures?</source>
        <comment>Forget {n:,} picture?</comment>
        <translation>
            <numerusform>{n:,} Bild vergessen?</numerusform>
            <numerusform>{n:,} Bilder vergessen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Forgetting pictures</source>
        <translation>Bilder werden vergessen</translation>
    </message>
    <message>
        <source>Formats that are not supported</source>
        <translation>Formate, die nicht unterstützt werden</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Forward to the query after (Alt+Right)</source>
        <translation>Vor zur nächsten Suche (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>From</source>
        <comment>a folder</comment>
        <translation>Von</translation>
    </message>
    <message>
        <source>From &amp;folder names</source>
        <translation>Aus den Namen der Or&amp;dner</translation>
    </message>
    <message>
        <source>From folder names</source>
        <translation>Aus Ordnernamen</translation>
    </message>
    <message>
        <source>From my labels, {day}</source>
        <translation>Aus meinen Stichwörtern, {day}</translation>
    </message>
    <message>
        <source>From this day</source>
        <translation>Von diesem Tag an</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>Von {source}</translation>
    </message>
    <message>
        <source>From … to …</source>
        <translation>Von … bis …</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>GIST, a description without a network, as the method wants it; computed first, from all pictures.</source>
        <translation>GIST, eine Beschreibung ohne Netz, wie das Verfahren sie verlangt; wird zuerst aus allen Bildern berechnet.</translation>
    </message>
    <message>
        <source>GPU (CUDA)</source>
        <translation>GPU (CUDA)</translation>
    </message>
    <message>
        <source>Gained the most</source>
        <translation>Am meisten gewonnen</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>Give a label</source>
        <translation>Stichwort geben</translation>
    </message>
    <message>
        <source>Give it another label, or several</source>
        <translation>Ihm ein anderes Stichwort geben, oder mehrere</translation>
    </message>
    <message>
        <source>Give it to all of them</source>
        <translation>Allen davon geben</translation>
    </message>
    <message>
        <source>Give the version another name (F2)</source>
        <translation>Der Version einen anderen Namen geben (F2)</translation>
    </message>
    <message>
        <source>Give these pictures their keywords as labels, and later ones, too</source>
        <translation>Die Stichwörter dieser Bilder übernehmen, auch spätere</translation>
    </message>
    <message>
        <source>Give this picture a label</source>
        <translation>Diesem Bild ein Stichwort geben</translation>
    </message>
    <message>
        <source>Give this picture a label (L)</source>
        <translation>Diesem Bild ein Stichwort geben (L)</translation>
    </message>
    <message>
        <source>Give to the selected pictures</source>
        <translation>Den ausgewählten Bildern geben</translation>
    </message>
    <message>
        <source>Given to other labels, which would lose them: {keys}.</source>
        <translation>Vergeben an andere Stichwörter, die sie verlieren würden: {keys}.</translation>
    </message>
    <message>
        <source>Glowing: differs. Grey: the same.</source>
        <translation>Leuchtend: verschieden. Grau: gleich.</translation>
    </message>
    <message>
        <source>Go on where it was interrupted</source>
        <translation>Weitermachen, wo es unterbrochen wurde</translation>
    </message>
    <message>
        <source>Go on with the job</source>
        <translation>Mit der Aufgabe weitermachen</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Group by &amp;day</source>
        <translation>Nach &amp;Tag gruppieren</translation>
    </message>
    <message>
        <source>Group by &amp;event</source>
        <translation>Nach &amp;Ereignis gruppieren</translation>
    </message>
    <message>
        <source>Group by &amp;month</source>
        <translation>Nach &amp;Monat gruppieren</translation>
    </message>
    <message>
        <source>Group by day, month or event (an event ends where nothing was taken for 4 hours)</source>
        <translation>Nach Tag, Monat oder Ereignis gruppieren (ein Ereignis endet, wo 4 Stunden lang nichts aufgenommen wurde)</translation>
    </message>
    <message>
        <source>Group by: day</source>
        <translation>Gruppieren nach: Tag</translation>
    </message>
    <message>
        <source>Group by: event</source>
        <translation>Gruppieren nach: Ereignis</translation>
    </message>
    <message>
        <source>Group by: month</source>
        <translation>Gruppieren nach: Monat</translation>
    </message>
    <message>
        <source>Group by: nothing</source>
        <translation>Gruppieren nach: nichts</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Groups appear here as soon as they are found; see below.</source>
        <translation>Gruppen erscheinen hier, sobald sie gefunden sind; siehe unten.</translation>
    </message>
    <message>
        <source>Groups are for browsing; leave the query first, with Escape.</source>
        <translation>Gruppen gibt es nur beim Blättern; verlassen Sie zuerst die Suche mit Esc.</translation>
    </message>
    <message>
        <source>Half-width around 0.5 in which the piece-wise threshold is linear.</source>
        <translation>Halbe Breite um 0,5, in der die stückweise Schwelle linear ist.</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Übergabe</translation>
    </message>
    <message>
        <source>Has labels</source>
        <translation>Hat Stichwörter</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Held-out mAP</source>
        <translation>mAP, zurückgelegt</translation>
    </message>
    <message>
        <source>Here only the system&apos;s trash can bring them back, not {keys}.</source>
        <translation>Hier kann sie nur der Papierkorb des Systems zurückbringen, nicht {keys}.</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgene Schicht</translation>
    </message>
    <message>
        <source>Hits are similar to this picture; click to ask for unlike ones (−)</source>
        <translation>Treffer sind diesem Bild ähnlich; ein Klick sucht unähnliche (−)</translation>
    </message>
    <message>
        <source>Hits are unlike this picture; click to ask for similar ones (−)</source>
        <translation>Treffer sind diesem Bild unähnlich; ein Klick sucht ähnliche (−)</translation>
    </message>
    <message>
        <source>Hits of the left version</source>
        <translation>Treffer der linken Version</translation>
    </message>
    <message>
        <source>Hits of the right version</source>
        <translation>Treffer der rechten Version</translation>
    </message>
    <message>
        <source>Hits with a frame and a tick share a label with the query on their left; others have another, or none.</source>
        <translation>Treffer mit Rahmen und Häkchen haben ein Stichwort mit dem Suchbild links gemeinsam; die übrigen haben ein anderes oder keines.</translation>
    </message>
    <message>
        <source>Hotkey</source>
        <translation>Schnelltaste</translation>
    </message>
    <message>
        <source>Hotkey…</source>
        <translation>Schnelltaste…</translation>
    </message>
    <message>
        <source>How alike pictures must be; further to the left finds more, and more that is wrong</source>
        <translation>Wie ähnlich Bilder sein müssen; weiter links findet mehr, auch mehr Falsches</translation>
    </message>
    <message>
        <source>How close the outputs u are to ±1, where their signs, the codes, leave nothing out.</source>
        <translation>Wie nahe die Ausgaben u bei ±1 liegen, wo ihre Vorzeichen, die Codes, nichts weglassen.</translation>
    </message>
    <message>
        <source>How far the training is from a stationary point.</source>
        <translation>Wie weit das Training von einem stationären Punkt entfernt ist.</translation>
    </message>
    <message>
        <source>How good its hits were on held-out labels: of the version before it, and its own</source>
        <translation>Wie gut die Treffer auf zurückgelegten Stichwörtern waren: die der Version davor und ihre eigenen</translation>
    </message>
    <message>
        <source>How many labels it learned from</source>
        <translation>Aus wie vielen Stichwörtern sie gelernt hat</translation>
    </message>
    <message>
        <source>How many of the bits are not learned from labels, but keep what pictures look like.</source>
        <translation>Wie viele der Bits nicht aus Stichwörtern gelernt werden, sondern behalten, wie Bilder aussehen.</translation>
    </message>
    <message>
        <source>How many pictures have the label</source>
        <translation>Wie viele Bilder das Stichwort haben</translation>
    </message>
    <message>
        <source>How much more a rare shared label counts than a frequent one; 0: the same.</source>
        <translation>Wie viel mehr ein seltenes gemeinsames Stichwort zählt als ein häufiges; 0: gleich viel.</translation>
    </message>
    <message>
        <source>How often W and B take turns before an epoch.</source>
        <translation>Wie oft sich W und B vor einer Epoche abwechseln.</translation>
    </message>
    <message>
        <source>How x is updated: momentum or variance reduction.</source>
        <translation>Wie x erneuert wird: mit Momentum oder mit Varianzreduktion.</translation>
    </message>
    <message>
        <source>I&amp;mport from CSV…</source>
        <translation>Aus CSV i&amp;mportieren…</translation>
    </message>
    <message>
        <source>ISO {number}</source>
        <translation>ISO {number}</translation>
    </message>
    <message>
        <source>If the original says it. Who gets the pictures can see where you were, or live.</source>
        <translation>Falls das Original ihn nennt. Wer die Bilder bekommt, sieht dann, wo Sie waren oder wohnen.</translation>
    </message>
    <message>
        <source>If you close the window, {keys} offers it again the next time, as long as no label has changed by then.</source>
        <translation>Wenn Sie das Fenster schließen, bietet {keys} es beim nächsten Mal wieder an, solange sich bis dahin kein Stichwort geändert hat.</translation>
    </message>
    <message>
        <source>If you start another one, what it has learned so far is lost.</source>
        <translation>Wenn Sie ein anderes starten, geht verloren, was es bisher gelernt hat.</translation>
    </message>
    <message>
        <source>If you start another one, you are asked first.</source>
        <translation>Wenn Sie ein anderes starten, werden Sie vorher gefragt.</translation>
    </message>
    <message>
        <source>Import a version</source>
        <translation>Eine Version importieren</translation>
    </message>
    <message>
        <source>Import labels</source>
        <translation>Stichwörter importieren</translation>
    </message>
    <message>
        <source>Importing labels</source>
        <translation>Stichwörter importieren</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>In a few words, best in English:</source>
        <translation>In wenigen Worten, am besten auf Englisch:</translation>
    </message>
    <message>
        <source>In a folder that you prefer</source>
        <translation>In einem Ordner, den Sie bevorzugen</translation>
    </message>
    <message>
        <source>In this library</source>
        <translation>In dieser Bibliothek</translation>
    </message>
    <message>
        <source>In {name}</source>
        <translation>In {name}</translation>
    </message>
    <message>
        <source>Indexed: {numbers}.</source>
        <translation>Indiziert: {numbers}.</translation>
    </message>
    <message numerus="yes">
        <source>Indexed: {numbers}; {n:,} files are skipped.</source>
        <comment>Indexed: {numbers}; {n:,} file is skipped.</comment>
        <translation>
            <numerusform>Indiziert: {numbers}; {n:,} Datei ist übersprungen.</numerusform>
            <numerusform>Indiziert: {numbers}; {n:,} Dateien sind übersprungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>Indizieren</translation>
    </message>
    <message>
        <source>Indigo</source>
        <translation>Indigo</translation>
    </message>
    <message>
        <source>Inertia</source>
        <translation>Trägheit</translation>
    </message>
    <message>
        <source>Inertia of the steps of Z.</source>
        <translation>Trägheit der Schritte von Z.</translation>
    </message>
    <message>
        <source>Inner</source>
        <translation>Innere Schritte</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Is this also {label}?</source>
        <translation>Ist das auch {label}?</translation>
    </message>
    <message>
        <source>Is this {label}?</source>
        <translation>Ist das {label}?</translation>
    </message>
    <message>
        <source>It cannot be brought back, unless it was exported. About {size} are freed. Pictures and labels stay as they are.</source>
        <translation>Sie kann nicht zurückgeholt werden, außer sie wurde exportiert. Etwa {size} werden frei. Bilder und Stichwörter bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>It could not be compared with the active version on labels that neither of them has seen.</source>
        <translation>Sie konnte nicht mit der aktiven Version verglichen werden, an Stichwörtern, die keine von beiden gesehen hat.</translation>
    </message>
    <message>
        <source>It has no label, so nobody can say which hits are right.</source>
        <translation>Es hat kein Stichwort, also kann niemand sagen, welche Treffer richtig sind.</translation>
    </message>
    <message>
        <source>It has no more labels; on to the next picture</source>
        <translation>Es hat keine weiteren Stichwörter; weiter zum nächsten Bild</translation>
    </message>
    <message>
        <source>It has this label; ask for a second one</source>
        <translation>Es hat dieses Stichwort; nach einem zweiten fragen</translation>
    </message>
    <message>
        <source>It has this label; on to the next picture</source>
        <translation>Es hat dieses Stichwort; weiter zum nächsten Bild</translation>
    </message>
    <message>
        <source>It is a folder</source>
        <translation>Es ist ein Ordner</translation>
    </message>
    <message>
        <source>It is a link by now, or no file</source>
        <translation>Sie ist inzwischen eine Verknüpfung oder keine Datei</translation>
    </message>
    <message>
        <source>It is not a file with an end</source>
        <translation>Es ist keine Datei mit einem Ende</translation>
    </message>
    <message>
        <source>It is not watched, but looked at every {seconds:.0f} s instead: {why}.</source>
        <translation>Er wird nicht beobachtet, sondern alle {seconds:.0f} s angesehen: {why}.</translation>
    </message>
    <message>
        <source>It is the mean average precision, which is 1 when all pictures that share a label with the query come before all others.</source>
        <translation>Es ist die mittlere durchschnittliche Genauigkeit; sie ist 1, wenn alle Bilder, die ein Stichwort mit dem Suchbild gemeinsam haben, vor allen anderen kommen.</translation>
    </message>
    <message>
        <source>It is the mean distance of pairs that share a label.</source>
        <translation>Der mittlere Abstand von Paaren mit einem gemeinsamen Stichwort.</translation>
    </message>
    <message>
        <source>It is the mean distance of pairs that share none; they may have another, or none at all.</source>
        <translation>Der mittlere Abstand von Paaren ohne gemeinsames Stichwort; sie können ein anderes haben oder gar keines.</translation>
    </message>
    <message>
        <source>It is the mean of (|u| − 1)² and says how much of the outputs u the codes leave out.</source>
        <translation>Das Mittel von (|u| − 1)²; es sagt, wie viel von den Ausgaben u die Codes weglassen.</translation>
    </message>
    <message>
        <source>It is the share of the first 10 hits that have a label in common with the query.</source>
        <translation>Es ist der Anteil der ersten 10 Treffer, die ein Stichwort mit dem Suchbild gemeinsam haben.</translation>
    </message>
    <message>
        <source>It is the share of the first 100 hits that have a label in common with the query.</source>
        <translation>Der Anteil der ersten 100 Treffer, die ein Stichwort mit dem Suchbild gemeinsam haben.</translation>
    </message>
    <message>
        <source>It is the share of the hits at a distance of at most 2 that have a label in common with the query; long codes have hardly any hits that near.</source>
        <translation>Der Anteil der Treffer mit einem Abstand von höchstens 2, die ein Stichwort mit dem Suchbild gemeinsam haben; lange Codes haben kaum so nahe Treffer.</translation>
    </message>
    <message>
        <source>It is used when DualHash is started the next time.</source>
        <translation>Sie gilt, wenn DualHash das nächste Mal gestartet wird.</translation>
    </message>
    <message>
        <source>It is write-protected</source>
        <translation>Sie ist schreibgeschützt</translation>
    </message>
    <message>
        <source>It is {labels} now. {reason}</source>
        <translation>Es ist jetzt {labels}. {reason}</translation>
    </message>
    <message numerus="yes">
        <source>It lacks the codes of {n:,} pictures, which it cannot find.</source>
        <comment>It lacks the code of {n:,} picture, which it cannot find.</comment>
        <translation>
            <numerusform>Ihr fehlt der Code von {n:,} Bild, das sie nicht finden kann.</numerusform>
            <numerusform>Ihr fehlen die Codes von {n:,} Bildern, die sie nicht finden kann.</numerusform>
        </translation>
    </message>
    <message>
        <source>It says how much further apart pairs without a label in common are, on average.</source>
        <translation>Wie viel weiter Paare ohne gemeinsames Stichwort im Mittel auseinanderliegen.</translation>
    </message>
    <message>
        <source>It shows pictures by likeness.</source>
        <translation>Sie zeigt Bilder nach Ähnlichkeit.</translation>
    </message>
    <message>
        <source>It takes {size}.</source>
        <translation>Sie belegt {size}.</translation>
    </message>
    <message>
        <source>It uses Qt under the LGPL: you may replace its libraries by others of your own.</source>
        <translation>Es verwendet Qt unter der LGPL: Sie dürfen dessen Bibliotheken durch eigene ersetzen.</translation>
    </message>
    <message>
        <source>Its address, as in {example}, or the name of a service:</source>
        <translation>Ihre Adresse, wie in {example}, oder der Name eines Dienstes:</translation>
    </message>
    <message>
        <source>Its files</source>
        <translation>Die Dateien dazu</translation>
    </message>
    <message>
        <source>Its name is the one below.</source>
        <translation>Es heißt, wie unten steht.</translation>
    </message>
    <message>
        <source>Its nearest labelled pictures suggest no other label. Type one, or go on.</source>
        <translation>Die ähnlichsten Bilder mit Stichwörtern legen kein anderes nahe. Tippen Sie eines ein, oder gehen Sie weiter.</translation>
    </message>
    <message>
        <source>Its own keys</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>K (hits)</source>
        <translation>K (Treffer)</translation>
    </message>
    <message>
        <source>Kappa</source>
        <translation>Kappa</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>Alle behalten</translation>
    </message>
    <message>
        <source>Keep all pictures of this group; it does not come back until another one joins it (A)</source>
        <translation>Alle Bilder dieser Gruppe behalten; sie kommt erst wieder, wenn ein weiteres dazukommt (A)</translation>
    </message>
    <message>
        <source>Keep best</source>
        <translation>Bestes behalten</translation>
    </message>
    <message>
        <source>Keep the best of all these groups…</source>
        <translation>Bestes aller Gruppen behalten…</translation>
    </message>
    <message>
        <source>Keep the best of this group, drop the others (B)</source>
        <translation>Das Beste dieser Gruppe behalten, die anderen aussortieren (B)</translation>
    </message>
    <message numerus="yes">
        <source>Keep the best of {groups} and move the other {n:,} files ({size}) to the trash?</source>
        <comment>Keep the best of {groups} and move the other {n:,} file ({size}) to the trash?</comment>
        <translation>
            <numerusform>Das Beste von {groups} behalten und die andere Datei ({size}) in den Papierkorb legen?</numerusform>
            <numerusform>Das Beste von {groups} behalten und die anderen {n:,} Dateien ({size}) in den Papierkorb legen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep this picture (K)</source>
        <translation>Dieses Bild behalten (K)</translation>
    </message>
    <message>
        <source>Keep this version and search by it</source>
        <translation>Diese Version behalten und mit ihr suchen</translation>
    </message>
    <message>
        <source>Keeping a copy of the library, in MB</source>
        <translation>Eine Kopie der Bibliothek wird aufgehoben, in MB</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Erhalten</translation>
    </message>
    <message>
        <source>Kept: {where}</source>
        <translation>Behalten: {where}</translation>
    </message>
    <message>
        <source>Key: {keys}</source>
        <translation>Taste: {keys}</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys of the entry</source>
        <translation>Tasten des Eintrags</translation>
    </message>
    <message>
        <source>Keywords of other programs</source>
        <translation>Stichwörter anderer Programme</translation>
    </message>
    <message>
        <source>Keywords of other programs in {folder} are left alone</source>
        <translation>Stichwörter anderer Programme in {folder} werden nicht übernommen</translation>
    </message>
    <message numerus="yes">
        <source>Keywords of other programs, given to {n:,} pictures</source>
        <comment>Keywords of other programs, given to {n:,} picture</comment>
        <translation>
            <numerusform>Stichwörter anderer Programme, an {n:,} Bild vergeben</numerusform>
            <numerusform>Stichwörter anderer Programme, an {n:,} Bilder vergeben</numerusform>
        </translation>
    </message>
    <message>
        <source>Keywords of other programs: nothing was changed.</source>
        <translation>Stichwörter anderer Programme: nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Keywords of other programs: {what}; {keys} takes it back.</source>
        <translation>Stichwörter anderer Programme: {what}; {keys} nimmt es zurück.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Kind of groups</source>
        <translation>Art der Gruppen</translation>
    </message>
    <message>
        <source>L, 1 to 9, a label’s key</source>
        <translation>L, 1 bis 9, Stichwort-Taste</translation>
    </message>
    <message>
        <source>La&amp;bels</source>
        <translation>Stich&amp;wörter</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>Label l&amp;ist</source>
        <translation>Stichwort&amp;liste</translation>
    </message>
    <message>
        <source>Label pictures</source>
        <translation>Stichwörter geben</translation>
    </message>
    <message>
        <source>Label the &amp;doubtful…</source>
        <translation>&amp;Zweifelhafte Bilder bestimmen…</translation>
    </message>
    <message>
        <source>Label the doubtful</source>
        <translation>Zweifelhafte Bilder bestimmen</translation>
    </message>
    <message>
        <source>Label the selected pictures</source>
        <translation>Den ausgewählten Bildern Stichwörter geben</translation>
    </message>
    <message>
        <source>Label to give</source>
        <translation>Stichwort, das gegeben wird</translation>
    </message>
    <message>
        <source>Label to merge into</source>
        <translation>Stichwort, in dem es aufgeht</translation>
    </message>
    <message>
        <source>Label to show</source>
        <translation>Stichwort, das gezeigt wird</translation>
    </message>
    <message numerus="yes">
        <source>Label {n:,} pictures</source>
        <comment>Label {n:,} picture</comment>
        <translation>
            <numerusform>Stichwörter für {n:,} Bild</numerusform>
            <numerusform>Stichwörter für {n:,} Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>Label {name}</source>
        <translation>Stichwort {name}</translation>
    </message>
    <message>
        <source>Label {name}, on {having:,} of {of:,} pictures</source>
        <translation>Stichwort {name}, bei {having:,} von {of:,} Bildern</translation>
    </message>
    <message>
        <source>Labelling by folder names</source>
        <translation>Stichwörter aus Ordnernamen vergeben</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Labels changed</source>
        <translation>Stichwörter geändert</translation>
    </message>
    <message>
        <source>Labels from the folders’ names</source>
        <translation>Stichwörter aus den Namen der Ordner</translation>
    </message>
    <message>
        <source>Labels from the folders’ names in {folder}</source>
        <translation>Stichwörter aus den Namen der Ordner in {folder}</translation>
    </message>
    <message>
        <source>Labels from {file}</source>
        <translation>Stichwörter aus {file}</translation>
    </message>
    <message>
        <source>Labels have changed since that training was begun, so it cannot go on; please begin anew.</source>
        <translation>Seit dem Beginn dieses Trainings haben sich Stichwörter geändert, deshalb kann es nicht weitergehen; bitte beginnen Sie von vorn.</translation>
    </message>
    <message>
        <source>Labels of a keyword with levels</source>
        <translation>Stichwörter, die ein gestuftes ergibt</translation>
    </message>
    <message numerus="yes">
        <source>Labels of {n:,} pictures written to {file}.</source>
        <comment>Labels of {n:,} picture written to {file}.</comment>
        <translation>
            <numerusform>Stichwörter von {n:,} Bild in {file} geschrieben.</numerusform>
            <numerusform>Stichwörter von {n:,} Bildern in {file} geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Labels or features have changed; measuring again…</source>
        <translation>Stichwörter oder Merkmale haben sich geändert; es wird neu gemessen…</translation>
    </message>
    <message>
        <source>Labels or settings have changed since that training was begun; please begin anew.</source>
        <translation>Stichwörter oder Einstellungen haben sich geändert, seit dieses Training begonnen wurde; bitte beginnen Sie neu.</translation>
    </message>
    <message>
        <source>Labels to choose from</source>
        <translation>Stichwörter zur Auswahl</translation>
    </message>
    <message>
        <source>Labels to train on</source>
        <translation>Stichwörter für das Training</translation>
    </message>
    <message numerus="yes">
        <source>Labels were added to {n:,} sidecars.</source>
        <comment>Labels were added to {n:,} sidecar.</comment>
        <translation>
            <numerusform>Stichwörter wurden in {n:,} Begleitdatei geschrieben.</numerusform>
            <numerusform>Stichwörter wurden in {n:,} Begleitdateien geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labels: {names}</source>
        <comment>Label: {names}</comment>
        <translation>
            <numerusform>Stichwort: {names}</numerusform>
            <numerusform>Stichwörter: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>Label…</source>
        <translation>Stichwort…</translation>
    </message>
    <message>
        <source>Lam</source>
        <translation>Lam</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
    </message>
    <message>
        <source>Largest distance</source>
        <translation>Größter Abstand</translation>
    </message>
    <message>
        <source>Largest distance, typed</source>
        <translation>Größter Abstand, eingetippt</translation>
    </message>
    <message>
        <source>Largest ratio of the two pair weights, and of a rare pair to the mean.</source>
        <translation>Größtes Verhältnis der beiden Paargewichte und eines seltenen Paars zum Mittel.</translation>
    </message>
    <message>
        <source>Largest ratio of the two pair weights.</source>
        <translation>Größtes Verhältnis der beiden Paargewichte.</translation>
    </message>
    <message>
        <source>Lay it out</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Lay out anew</source>
        <translation>Neu anordnen</translation>
    </message>
    <message>
        <source>Laying out the map</source>
        <translation>Karte wird angeordnet</translation>
    </message>
    <message>
        <source>Laying out the map was cancelled.</source>
        <translation>Das Anordnen der Karte wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Learn from</source>
        <translation>Lernen aus</translation>
    </message>
    <message>
        <source>Learned from</source>
        <translation>Gelernt aus</translation>
    </message>
    <message>
        <source>Learned from your labels</source>
        <translation>Aus Ihren Stichwörtern gelernt</translation>
    </message>
    <message>
        <source>Learned from your pictures</source>
        <translation>Aus Ihren Bildern gelernt</translation>
    </message>
    <message>
        <source>Learned without names, from looks alone: the very same place or thing. Very slow without a GPU.</source>
        <translation>Ohne Namen gelernt, nur aus dem Aussehen: genau derselbe Ort oder Gegenstand. Ohne GPU sehr langsam.</translation>
    </message>
    <message>
        <source>Learning from labels alone forgets the other pictures: expect searches for what they show to get worse.</source>
        <translation>Wer nur aus Stichwörtern lernt, vergisst die anderen Bilder: Die Suche nach dem, was sie zeigen, wird wohl schlechter.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Leave it &amp;so</source>
        <translation>So &amp;lassen</translation>
    </message>
    <message>
        <source>Leave the active version as it is</source>
        <translation>Die aktive Version lassen, wie sie ist</translation>
    </message>
    <message>
        <source>Leave the query and browse again (Escape)</source>
        <translation>Die Suche verlassen und wieder blättern (Esc)</translation>
    </message>
    <message>
        <source>Leave them alone; the menu Labels can change that</source>
        <translation>Nicht übernehmen; im Menü Stichwörter lässt sich das ändern</translation>
    </message>
    <message>
        <source>Left alone:</source>
        <translation>Unverändert bleiben:</translation>
    </message>
    <message>
        <source>Left or Page up</source>
        <translation>Links oder Bild auf</translation>
    </message>
    <message>
        <source>Left version</source>
        <translation>Linke Version</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>Left, Right, Page up …</source>
        <translation>Links, Rechts, Bild auf …</translation>
    </message>
    <message>
        <source>Left, Right, Page up, Home …</source>
        <translation>Links, Rechts, Bild auf, Pos1 …</translation>
    </message>
    <message>
        <source>Length of the codes; a multiple of 8.</source>
        <translation>Länge der Codes; ein Vielfaches von 8.</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Less compressed</source>
        <translation>Weniger komprimiert</translation>
    </message>
    <message>
        <source>Less than 1 %</source>
        <translation>Weniger als 1 %</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Library: {path}</source>
        <translation>Bibliothek: {path}</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Likelihood alone</source>
        <translation>Likelihood allein</translation>
    </message>
    <message>
        <source>Likeness</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Line {line} of {shown}</source>
        <translation>Zeile {line} von {shown}</translation>
    </message>
    <message>
        <source>Line {line} of {shown} is not CSV ({why}).</source>
        <translation>Zeile {line} von {shown} ist kein CSV ({why}).</translation>
    </message>
    <message>
        <source>List of labels</source>
        <translation>Liste der Stichwörter</translation>
    </message>
    <message>
        <source>Loading the network</source>
        <translation>Das Netz wird geladen</translation>
    </message>
    <message>
        <source>Log: {path}</source>
        <translation>Protokoll: {path}</translation>
    </message>
    <message>
        <source>Longer side at most</source>
        <translation>Längere Seite höchstens</translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation>Nach Änderungen suchen</translation>
    </message>
    <message>
        <source>Looking at sidecars</source>
        <translation>Begleitdateien ansehen</translation>
    </message>
    <message>
        <source>Looking at the library</source>
        <translation>Die Bibliothek wird angesehen</translation>
    </message>
    <message>
        <source>Looking at the pictures</source>
        <translation>Die Bilder werden angesehen</translation>
    </message>
    <message>
        <source>Looking at what changed</source>
        <translation>Änderungen ansehen</translation>
    </message>
    <message>
        <source>Looking at what is kept</source>
        <translation>Was behalten wird, wird angesehen</translation>
    </message>
    <message>
        <source>Looking at your labels…</source>
        <translation>Ihre Stichwörter werden durchgesehen …</translation>
    </message>
    <message>
        <source>Looking for a GPU…</source>
        <translation>Es wird nach einer GPU gesucht …</translation>
    </message>
    <message>
        <source>Looking for copies and bursts</source>
        <translation>Kopien und Serien werden gesucht</translation>
    </message>
    <message>
        <source>Looking for copies…</source>
        <translation>Kopien werden gesucht…</translation>
    </message>
    <message>
        <source>Looking for doubtful pictures</source>
        <translation>Zweifelhafte Bilder suchen</translation>
    </message>
    <message>
        <source>Looking for doubtful pictures…</source>
        <translation>Zweifelhafte Bilder werden gesucht…</translation>
    </message>
    <message>
        <source>Looking for keywords</source>
        <translation>Stichwörter anderer Programme suchen</translation>
    </message>
    <message>
        <source>Looking for near-copies</source>
        <translation>Beinahe-Kopien werden gesucht</translation>
    </message>
    <message>
        <source>Looking for near-copies and bursts</source>
        <translation>Beinahe-Kopien und Serien werden gesucht</translation>
    </message>
    <message>
        <source>Looking for near-copies was cancelled.</source>
        <translation>Die Suche nach Beinahe-Kopien wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Looking for pictures</source>
        <translation>Bilder werden gesucht</translation>
    </message>
    <message>
        <source>Looking for shut eyes in bursts</source>
        <translation>Geschlossene Augen in Serien werden gesucht</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Es wird nachgesehen …</translation>
    </message>
    <message>
        <source>Looks at</source>
        <translation>Betrachtet</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Lost the most</source>
        <translation>Am meisten verloren</translation>
    </message>
    <message>
        <source>MIT; LGPL 2.1 or CDDL 1.0</source>
        <translation>MIT; LGPL 2.1 oder CDDL 1.0</translation>
    </message>
    <message>
        <source>MPL 2.0 and MIT</source>
        <translation>MPL 2.0 und MIT</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>Besteht aus</translation>
    </message>
    <message numerus="yes">
        <source>Made {n:,} codes of {name}.</source>
        <comment>Made {n:,} code of {name}.</comment>
        <translation>
            <numerusform>{n:,} Code von {name} erstellt.</numerusform>
            <numerusform>{n:,} Codes von {name} erstellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Make its codes</source>
        <translation>Ihre Codes erstellen</translation>
    </message>
    <message>
        <source>Make the codes that this version lacks, in the background; the active one stays</source>
        <translation>Die Codes erstellen, die dieser Version fehlen, im Hintergrund; die aktive bleibt</translation>
    </message>
    <message>
        <source>Making codes</source>
        <translation>Codes werden erzeugt</translation>
    </message>
    <message>
        <source>Making the codes of {name}</source>
        <translation>Codes von {name} entstehen</translation>
    </message>
    <message>
        <source>Making the new version active</source>
        <translation>Die neue Version wird aktiviert</translation>
    </message>
    <message>
        <source>Making the new version active; the one before serves until it is complete.</source>
        <translation>Die neue Version wird aktiviert; bis sie vollständig ist, dient die bisherige.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Map of pictures</source>
        <translation>Karte der Bilder</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstandsmaß</translation>
    </message>
    <message>
        <source>Margin between the two inner products of a triplet; bits / 2 in the original.</source>
        <translation>Spielraum zwischen den beiden Skalarprodukten eines Tripels; im Original Bits / 2.</translation>
    </message>
    <message>
        <source>Margin of the triplet ranking loss; 1 in the original.</source>
        <translation>Spielraum des Tripel-Rangverlusts; im Original 1.</translation>
    </message>
    <message>
        <source>Margin taken off the cosine of a picture&apos;s own label.</source>
        <translation>Spielraum, der vom Kosinus des eigenen Stichworts abgezogen wird.</translation>
    </message>
    <message>
        <source>Mark this picture to be moved to the trash (D or Delete)</source>
        <translation>Dieses Bild für den Papierkorb markieren (D oder Entf)</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>Measure every</source>
        <translation>Messen alle</translation>
    </message>
    <message>
        <source>Measure it after all</source>
        <translation>Doch noch messen</translation>
    </message>
    <message>
        <source>Measure rows</source>
        <translation>Messen an</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>Gemessen an</translation>
    </message>
    <message numerus="yes">
        <source>Measured with {n:,} held-out pictures as queries, as the mean of {splits} random splits with its spread (±), because the labels are few.</source>
        <comment>Measured with {n:,} held-out picture as query, as the mean of {splits} random splits with its spread (±), because the labels are few.</comment>
        <translation>
            <numerusform>Gemessen mit {n:,} zurückgelegten Bild als Suchbild, als Mittel aus {splits} zufälligen Aufteilungen mit ihrer Streuung (±), weil es wenige Stichwörter sind.</numerusform>
            <numerusform>Gemessen mit {n:,} zurückgelegten Bildern als Suchbildern, als Mittel aus {splits} zufälligen Aufteilungen mit ihrer Streuung (±), weil es wenige Stichwörter sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measured with {n:,} held-out pictures as queries.</source>
        <comment>Measured with {n:,} held-out picture as query.</comment>
        <translation>
            <numerusform>Gemessen mit {n:,} zurückgelegten Bild als Suchbild.</numerusform>
            <numerusform>Gemessen mit {n:,} zurückgelegten Bildern als Suchbildern.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measuring on several splits</source>
        <translation>An mehreren Aufteilungen wird gemessen</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen…</translation>
    </message>
    <message>
        <source>Memory for thumbnails</source>
        <translation>Speicher für Vorschaubilder</translation>
    </message>
    <message>
        <source>Memory ran short, so it goes on with batches of {n:,} pictures.</source>
        <translation>Der Speicher wurde knapp, deshalb geht es mit je {n:,} Bildern weiter.</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menütaste</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge into…</source>
        <translation>Zusammenführen mit…</translation>
    </message>
    <message>
        <source>Merge labels</source>
        <translation>Stichwörter zusammenführen</translation>
    </message>
    <message>
        <source>Merging {path}</source>
        <translation>{path} wird übernommen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message numerus="yes">
        <source>Metadata of {n:,} files could not be read.</source>
        <comment>Metadata of {n:,} file could not be read.</comment>
        <translation>
            <numerusform>Die Metadaten von {n:,} Datei waren nicht lesbar.</numerusform>
            <numerusform>Die Metadaten von {n:,} Dateien waren nicht lesbar.</numerusform>
        </translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlend</translation>
    </message>
    <message>
        <source>Missing pictures</source>
        <translation>Fehlende Bilder</translation>
    </message>
    <message>
        <source>Model &amp;versions</source>
        <translation>Modell&amp;versionen</translation>
    </message>
    <message>
        <source>Model versions</source>
        <translation>Modellversionen</translation>
    </message>
    <message>
        <source>Model versions (*.dualhash);;All files (*)</source>
        <translation>Modellversionen (*.dualhash);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Impuls</translation>
    </message>
    <message>
        <source>Momentum of SGD; Adam and RMSprop have their own.</source>
        <translation>Momentum von SGD; Adam und RMSprop haben ihr eigenes.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>More pixels</source>
        <translation>Mehr Pixel</translation>
    </message>
    <message>
        <source>More than 99 %</source>
        <translation>Mehr als 99 %</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>&amp;In den Papierkorb</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>In einen Ordner verschieben</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Move to the trash…</source>
        <translation>In den Papierkorb…</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message numerus="yes">
        <source>Move {n:,} files ({size}) of {groups} to the trash?</source>
        <comment>Move {n:,} file ({size}) of {groups} to the trash?</comment>
        <translation>
            <numerusform>{n:,} Datei ({size}) aus {groups} in den Papierkorb legen?</numerusform>
            <numerusform>{n:,} Dateien ({size}) aus {groups} in den Papierkorb legen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Move {what} to the trash?</source>
        <translation>{what} in den Papierkorb legen?</translation>
    </message>
    <message>
        <source>Move {what} to {where}?</source>
        <translation>{what} nach {where} verschieben?</translation>
    </message>
    <message>
        <source>Moving files</source>
        <translation>Dateien werden verschoben</translation>
    </message>
    <message>
        <source>Moving thumbnails</source>
        <translation>Vorschaubilder umziehen</translation>
    </message>
    <message>
        <source>Moving to the trash</source>
        <translation>Dateien kommen in den Papierkorb</translation>
    </message>
    <message>
        <source>Mu</source>
        <translation>Mu</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the new version</source>
        <translation>Name der neuen Version</translation>
    </message>
    <message>
        <source>Near-copies</source>
        <translation>Beinahe-Kopien</translation>
    </message>
    <message>
        <source>Nearest labelled pictures</source>
        <translation>Ähnlichste Bilder mit Stichwörtern</translation>
    </message>
    <message>
        <source>Nearest ten kept</source>
        <translation>Nächste zehn erhalten</translation>
    </message>
    <message>
        <source>Neighbour weight</source>
        <translation>Gewicht der Nachbarn</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Network drives in it are not watched, but looked at every {seconds:.0f} s instead.</source>
        <translation>Netzlaufwerke darin werden nicht beobachtet, sondern alle {seconds:.0f} s angesehen.</translation>
    </message>
    <message>
        <source>Network, and what it is for</source>
        <translation>Netz, und wofür es gut ist</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Netze</translation>
    </message>
    <message>
        <source>Networks (*.safetensors *.onnx *.pth);;All files (*)</source>
        <translation>Netze (*.safetensors *.onnx *.pth);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Networks of MediaPipe that find eyes</source>
        <translation>Netze von MediaPipe, die Augen finden</translation>
    </message>
    <message>
        <source>New label {name}</source>
        <translation>Neues Stichwort {name}</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>New name of the label</source>
        <translation>Neuer Name des Stichworts</translation>
    </message>
    <message>
        <source>New name of {files}; each after the first gets a number, and keeps its ending:</source>
        <translation>Neuer Name für {files}; jede nach der ersten bekommt eine Nummer und behält ihre Endung:</translation>
    </message>
    <message>
        <source>New name; the ending {ending} stays:</source>
        <translation>Neuer Name; die Endung {ending} bleibt:</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No  (N)</source>
        <translation>Nein  (N)</translation>
    </message>
    <message>
        <source>No browser could be opened for {address}</source>
        <translation>Für {address} ließ sich kein Browser öffnen</translation>
    </message>
    <message>
        <source>No bursts at this strictness</source>
        <translation>Keine Serien bei dieser Strenge</translation>
    </message>
    <message>
        <source>No copies</source>
        <translation>Keine Kopien</translation>
    </message>
    <message>
        <source>No date</source>
        <translation>Ohne Datum</translation>
    </message>
    <message>
        <source>No file is touched. Labels are kept and return when the folder is added again.</source>
        <translation>Keine Datei wird angerührt. Stichwörter bleiben erhalten und kehren zurück, wenn der Ordner wieder hinzugefügt wird.</translation>
    </message>
    <message>
        <source>No file was skipped.</source>
        <translation>Keine Datei wurde übersprungen.</translation>
    </message>
    <message>
        <source>No g&amp;roups</source>
        <translation>Ke&amp;ine Gruppen</translation>
    </message>
    <message>
        <source>No group fits</source>
        <translation>Keine Gruppe passt</translation>
    </message>
    <message>
        <source>No group is left</source>
        <translation>Keine Gruppe ist übrig</translation>
    </message>
    <message>
        <source>No held-out picture shares a label with any of the others.</source>
        <translation>Kein zurückgelegtes Bild hat ein Stichwort mit einem der anderen gemeinsam.</translation>
    </message>
    <message>
        <source>No hotkey</source>
        <translation>Keine Schnelltaste</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Keine Tasten</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>Ohne Stichwort</translation>
    </message>
    <message>
        <source>No label has the hotkey {key}.</source>
        <translation>Kein Stichwort hat die Schnelltaste {key}.</translation>
    </message>
    <message>
        <source>No label has {few} pictures yet: with so few, expect little beyond what the library looks like.</source>
        <translation>Noch kein Stichwort hat {few} Bilder: Mit so wenigen ist kaum mehr zu erwarten, als die Bibliothek ohnehin zeigt.</translation>
    </message>
    <message>
        <source>No label, or another</source>
        <translation>Ohne oder mit anderem Stichwort</translation>
    </message>
    <message>
        <source>No labelled picture has features of {space} yet; activating a version on it makes them.</source>
        <translation>Noch hat kein Bild mit Stichwort Merkmale von {space}; eine Version darauf zu aktivieren erzeugt sie.</translation>
    </message>
    <message>
        <source>No labelled picture is new to both {names}, so they cannot be compared; label pictures that neither has seen.</source>
        <translation>Kein Bild mit Stichwort ist für beide, {names}, neu; darum können sie nicht verglichen werden. Geben Sie Bildern, die keine von beiden gesehen hat, ein Stichwort.</translation>
    </message>
    <message>
        <source>No labels were written into sidecars, or they were taken back already.</source>
        <translation>In Begleitdateien wurden keine Stichwörter geschrieben, oder sie wurden schon zurückgenommen.</translation>
    </message>
    <message>
        <source>No labels yet. Select pictures and press {keys} to give them one, or begin with the names of their folders.</source>
        <translation>Noch keine Stichwörter. Wählen Sie Bilder aus und drücken Sie {keys}, um ihnen eines zu geben, oder beginnen Sie mit den Namen ihrer Ordner.</translation>
    </message>
    <message>
        <source>No library is published at {place}; “dualhash publish” does that, or your role may not see it.</source>
        <translation>Unter {place} ist keine Bibliothek veröffentlicht; das macht „dualhash publish“, oder Ihre Rolle darf sie nicht sehen.</translation>
    </message>
    <message>
        <source>No near-copies at this strictness</source>
        <translation>Keine Beinahe-Kopien bei dieser Strenge</translation>
    </message>
    <message>
        <source>No picture and no sidecar holds keywords of other programs.</source>
        <translation>Kein Bild und keine Begleitdatei enthält Stichwörter anderer Programme.</translation>
    </message>
    <message>
        <source>No picture can be held out, so the result cannot be measured.</source>
        <translation>Kein Bild kann zurückgelegt werden, deshalb lässt sich das Ergebnis nicht messen.</translation>
    </message>
    <message>
        <source>No picture could be read, so there is nothing to begin with.</source>
        <translation>Kein Bild konnte gelesen werden, also gibt es nichts, womit begonnen werden kann.</translation>
    </message>
    <message>
        <source>No picture fits</source>
        <translation>Kein Bild passt</translation>
    </message>
    <message>
        <source>No picture has a label yet. Give some pictures of at least two kinds their labels; then the others can be compared with them.</source>
        <translation>Noch hat kein Bild ein Stichwort. Geben Sie einigen Bildern von mindestens zwei Arten Stichwörter; dann können die anderen mit ihnen verglichen werden.</translation>
    </message>
    <message>
        <source>No picture has been read yet; add a folder first.</source>
        <translation>Noch wurde kein Bild gelesen; fügen Sie zuerst einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>No picture is missing</source>
        <translation>Kein Bild fehlt</translation>
    </message>
    <message>
        <source>No picture is missing.</source>
        <translation>Kein Bild fehlt.</translation>
    </message>
    <message>
        <source>No picture is unlabelled here</source>
        <translation>Hier ist kein Bild ohne Stichwort</translation>
    </message>
    <message>
        <source>No pictures to lay out</source>
        <translation>Keine Bilder zum Anordnen</translation>
    </message>
    <message>
        <source>No pictures yet</source>
        <translation>Noch keine Bilder</translation>
    </message>
    <message>
        <source>No pixel differs visibly, once one of them is turned or mirrored.</source>
        <translation>Kein Pixel ist sichtbar verschieden, wenn man eines der Bilder dreht oder spiegelt.</translation>
    </message>
    <message>
        <source>No pixel differs visibly.</source>
        <translation>Kein Pixel ist sichtbar verschieden.</translation>
    </message>
    <message>
        <source>No program could be opened for {path}.</source>
        <translation>Für {path} ließ sich kein Programm öffnen.</translation>
    </message>
    <message>
        <source>No program says that it opens {name}.</source>
        <translation>Kein Programm gibt an, {name} öffnen zu können.</translation>
    </message>
    <message>
        <source>No similar pictures</source>
        <translation>Keine ähnlichen Bilder</translation>
    </message>
    <message>
        <source>Nobody said where to.</source>
        <translation>Niemand hat gesagt, wohin.</translation>
    </message>
    <message>
        <source>Nobody waits for this any more.</source>
        <translation>Niemand wartet mehr darauf.</translation>
    </message>
    <message>
        <source>None of the held-out pictures has been read for {names} yet; activating it reads them.</source>
        <translation>Keines der zurückgelegten Bilder wurde schon für {names} gelesen; die Version zu aktivieren liest sie.</translation>
    </message>
    <message>
        <source>None of the labelled pictures has been read yet; index the library first.</source>
        <translation>Keines der Bilder mit Stichwort wurde schon gelesen; indizieren Sie zuerst die Bibliothek.</translation>
    </message>
    <message>
        <source>None of the pictures to learn from can be read now.</source>
        <translation>Keines der Bilder, aus denen gelernt werden soll, kann jetzt gelesen werden.</translation>
    </message>
    <message>
        <source>None of the training pictures has a label.</source>
        <translation>Keines der Bilder, aus denen gelernt wird, hat ein Stichwort.</translation>
    </message>
    <message>
        <source>None of them has {label}.</source>
        <translation>Keines davon hat {label}.</translation>
    </message>
    <message>
        <source>Not a pair</source>
        <translation>Kein Paar</translation>
    </message>
    <message>
        <source>Not available now: {folders}; what is known of it is kept.</source>
        <translation>Gerade nicht verfügbar: {folders}; was davon bekannt ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Not connected; trying again</source>
        <translation>Der Server fehlt; neuer Versuch</translation>
    </message>
    <message>
        <source>Not dated yet</source>
        <translation>Noch ohne Datum</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>Nicht hier</translation>
    </message>
    <message>
        <source>Not learned</source>
        <translation>Nicht gelernt</translation>
    </message>
    <message>
        <source>Not measured so far; not every training measures it</source>
        <translation>Bisher nicht gemessen; nicht jedes Training misst das</translation>
    </message>
    <message numerus="yes">
        <source>Not measured: {labels}, because none of their pictures are held out.</source>
        <comment>Not measured: {labels}, because none of its pictures is held out.</comment>
        <translation>
            <numerusform>Nicht gemessen: {labels}, weil keines seiner Bilder zurückgelegt ist.</numerusform>
            <numerusform>Nicht gemessen: {labels}, weil keines ihrer Bilder zurückgelegt ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not named as a copy, nor in a folder of copies</source>
        <translation>Nicht als Kopie benannt und nicht in einem Ordner für Kopien</translation>
    </message>
    <message>
        <source>Not now; on to the next picture</source>
        <translation>Nicht jetzt; weiter zum nächsten Bild</translation>
    </message>
    <message>
        <source>Not pictures</source>
        <translation>Keine Bilder</translation>
    </message>
    <message>
        <source>Not the same</source>
        <translation>Nicht dasselbe</translation>
    </message>
    <message>
        <source>Not this label; ask for the next likely one</source>
        <translation>Nicht dieses Stichwort; nach dem nächsten fragen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Nothing can be written to the folder {folder}.</source>
        <translation>In den Ordner {folder} kann nichts geschrieben werden.</translation>
    </message>
    <message>
        <source>Nothing is changed; the features that were read are kept.</source>
        <translation>Nichts ist geändert; die gelesenen Merkmale bleiben.</translation>
    </message>
    <message>
        <source>Nothing is indexed yet, so there is nothing to search.</source>
        <translation>Noch ist nichts indiziert, also gibt es nichts zu durchsuchen.</translation>
    </message>
    <message>
        <source>Nothing is this alike.</source>
        <translation>Nichts ist so ähnlich.</translation>
    </message>
    <message>
        <source>Nothing to ask now</source>
        <translation>Zurzeit gibt es nichts zu fragen</translation>
    </message>
    <message>
        <source>Nothing to see yet</source>
        <translation>Noch nichts zu sehen</translation>
    </message>
    <message>
        <source>Nothing was done to files yet. What you move, rename, copy, export or throw away is listed here.</source>
        <translation>Mit Dateien ist noch nichts geschehen. Was Sie verschieben, umbenennen, kopieren, exportieren oder wegwerfen, steht hier.</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>Es ist nichts geschehen.</translation>
    </message>
    <message>
        <source>Noticed: {numbers}.</source>
        <translation>Bemerkt: {numbers}.</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Now {folder}: prepared networks, {size}. They are made again where they are missing.</source>
        <translation>Jetzt {folder}: vorbereitete Netze, {size}. Wo sie fehlen, werden sie neu erstellt.</translation>
    </message>
    <message>
        <source>Nu</source>
        <translation>Nu</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>Of one split alone, so that a single label says little.</source>
        <translation>Nur an einer Aufteilung gemessen; ein einzelnes Stichwort sagt daher wenig.</translation>
    </message>
    <message>
        <source>Of pictures that you have not labelled, it is the share of the ten that look most like them that are among the first 50 by distance. A few points are a change of order; what falls by more than 20, search has forgotten.</source>
        <translation>Bei Bildern ohne Stichwort ist es der Anteil der zehn, die ihnen am ähnlichsten sehen, unter den ersten 50 nach Abstand. Ein paar Punkte sind eine Änderung der Reihenfolge; was um mehr als 20 fällt, hat die Suche vergessen.</translation>
    </message>
    <message>
        <source>Of pictures without a label: how many of the ten that look most like them are among the first 50 by distance, of the version before it, and its own</source>
        <translation>Bei Bildern ohne Stichwort: wie viele der zehn ähnlichsten unter den ersten 50 nach Abstand sind, bei der Version davor und bei ihr selbst</translation>
    </message>
    <message>
        <source>Of the first K hits, how many share a label with the query.</source>
        <translation>Wie viele der ersten K Treffer ein Stichwort mit dem Suchbild gemeinsam haben.</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>Olive</source>
        <translation>Oliv</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Auf der Platte</translation>
    </message>
    <message>
        <source>One for each core ({n})</source>
        <translation>Einer je Kern ({n})</translation>
    </message>
    <message>
        <source>One in place of the other; each press of F swaps them</source>
        <translation>Eines an der Stelle des anderen; jedes F tauscht sie</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment…</translation>
    </message>
    <message>
        <source>One of them stays: keep another one first, or keep this one.</source>
        <translation>Eines bleibt: Behalten Sie zuerst ein anderes, oder dieses.</translation>
    </message>
    <message>
        <source>One picture in several versions: resized, compressed again, cropped, edited.</source>
        <translation>Ein Bild in mehreren Fassungen: verkleinert, neu komprimiert, beschnitten, bearbeitet.</translation>
    </message>
    <message>
        <source>One point for each distance. Of the hits within it, how many share a label (precision); of those that share a label, how many are within it (recall).</source>
        <translation>Ein Punkt für jeden Abstand. Wie viele der Treffer darin ein gemeinsames Stichwort haben (Genauigkeit); wie viele von denen mit gemeinsamem Stichwort darin liegen (Trefferquote).</translation>
    </message>
    <message>
        <source>Only groups with a picture in this folder or below it</source>
        <translation>Nur Gruppen mit einem Bild in diesem Ordner oder darunter</translation>
    </message>
    <message>
        <source>Only groups with a picture of this year, or from between two days</source>
        <translation>Nur Gruppen mit einem Bild aus diesem Jahr oder aus der Zeit zwischen zwei Tagen</translation>
    </message>
    <message>
        <source>Only one label is in use, “{name}”. Give some other pictures another label; then there is something to be in doubt about.</source>
        <translation>Nur ein Stichwort ist in Gebrauch, „{name}“. Geben Sie einigen anderen Bildern ein anderes Stichwort; dann gibt es etwas zu bezweifeln.</translation>
    </message>
    <message>
        <source>Only pictures in {folder}; click to search everywhere</source>
        <translation>Nur Bilder in {folder}; ein Klick sucht überall</translation>
    </message>
    <message>
        <source>Only pictures in {folder}; press to search everywhere</source>
        <translation>Nur Bilder in {folder}; drücken, um überall zu suchen</translation>
    </message>
    <message>
        <source>Only pictures with the label</source>
        <translation>Nur Bilder mit dem Stichwort</translation>
    </message>
    <message>
        <source>Only pictures with this label</source>
        <translation>Nur Bilder mit diesem Stichwort</translation>
    </message>
    <message>
        <source>Only {known} can be trained in its last blocks alone.</source>
        <translation>Nur bei {known} lassen sich die letzten Blöcke allein trainieren.</translation>
    </message>
    <message>
        <source>Only {read} of the {of} pictures to learn from can be read, which is too little.</source>
        <translation>Nur {read} der {of} Bilder, aus denen gelernt werden soll, können gelesen werden; das ist zu wenig.</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>of a file</comment>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>a library</comment>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open &amp;with…</source>
        <translation>Öff&amp;nen mit…</translation>
    </message>
    <message>
        <source>Open a shared library</source>
        <translation>Eine geteilte Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Open in another &amp;program</source>
        <translation>In anderem Pro&amp;gramm öffnen</translation>
    </message>
    <message>
        <source>Open in the file manager</source>
        <translation>In der Dateiverwaltung öffnen</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>Deren Ordner öffnen</translation>
    </message>
    <message>
        <source>Open picture…</source>
        <translation>Bild öffnen…</translation>
    </message>
    <message>
        <source>Open s&amp;hared library…</source>
        <translation>&amp;Geteilte Bibliothek öffnen…</translation>
    </message>
    <message>
        <source>Open with</source>
        <translation>Öffnen mit</translation>
    </message>
    <message>
        <source>Open {files} with:</source>
        <translation>{files} öffnen mit:</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Original format: RAW before all others</source>
        <translation>Originalformat: RAW vor allen anderen</translation>
    </message>
    <message>
        <source>Original: still has what the camera wrote</source>
        <translation>Original: hat noch, was die Kamera geschrieben hat</translation>
    </message>
    <message>
        <source>Other folders</source>
        <translation>Andere Ordner</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Andere…</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Outputs (% per {width:.2f})</source>
        <translation>Ausgaben (% je {width:.2f})</translation>
    </message>
    <message>
        <source>Outputs u</source>
        <translation>Ausgaben u</translation>
    </message>
    <message>
        <source>PNG pictures (*.png);;All files (*)</source>
        <translation>PNG-Bilder (*.png);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pairs (% per 1 % of the code)</source>
        <translation>Paare (% je 1 % des Codes)</translation>
    </message>
    <message>
        <source>Pairs (%)</source>
        <translation>Paare (%)</translation>
    </message>
    <message>
        <source>Part of it cannot be watched ({why}) and is looked at every {seconds:.0f} s instead.</source>
        <translation>Ein Teil davon kann nicht beobachtet werden ({why}) und wird stattdessen alle {seconds:.0f} s angesehen.</translation>
    </message>
    <message>
        <source>Part of the picture to search for</source>
        <translation>Gesuchter Ausschnitt des Bildes</translation>
    </message>
    <message>
        <source>Part of {name}</source>
        <translation>Ausschnitt von {name}</translation>
    </message>
    <message>
        <source>Passes over the training pictures.</source>
        <translation>Durchgänge über die Trainingsbilder.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Pause the job</source>
        <translation>Die Aufgabe anhalten</translation>
    </message>
    <message>
        <source>Pause the training; it keeps what it has learned</source>
        <translation>Das Training anhalten; es behält, was es gelernt hat</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Photo folders</source>
        <translation>Fotoordner</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Picture {name}</source>
        <translation>Bild {name}</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures are being compared…</source>
        <translation>Bilder werden verglichen…</translation>
    </message>
    <message>
        <source>Pictures are exported upright and in sRGB. Date, camera, author and caption go along. The originals stay as they are.</source>
        <translation>Bilder werden aufrecht und in sRGB exportiert. Datum, Kamera, Urheber und Beschreibung gehen mit. Die Originale bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Pictures are found by it</source>
        <translation>Bilder werden damit gefunden</translation>
    </message>
    <message>
        <source>Pictures are found by it, by {n} views</source>
        <translation>Bilder werden damit gefunden, mit {n} Ansichten</translation>
    </message>
    <message>
        <source>Pictures are found by the features of a network. Another one reads all pictures once more, in the background; until that is done, the version before serves, and you can go back to it at any time (Model versions).</source>
        <translation>Bilder werden nach den Merkmalen eines Netzes gefunden. Ein anderes liest alle Bilder noch einmal, im Hintergrund; bis das getan ist, dient die vorige Version, und Sie können jederzeit zu ihr zurück (Modellversionen).</translation>
    </message>
    <message>
        <source>Pictures can be searched for by words, too.</source>
        <translation>Bilder können auch mit Worten gesucht werden.</translation>
    </message>
    <message>
        <source>Pictures in a batch.</source>
        <translation>Bilder in einem Stapel.</translation>
    </message>
    <message>
        <source>Pictures in these folders, and below them, belong to the library.</source>
        <translation>Bilder in diesen Ordnern und darunter gehören zur Bibliothek.</translation>
    </message>
    <message>
        <source>Pictures none of whose files is there; what is known of them is kept until you forget them</source>
        <translation>Bilder, von denen keine Datei mehr da ist; was von ihnen bekannt ist, bleibt erhalten, bis Sie sie vergessen</translation>
    </message>
    <message>
        <source>Pictures of any date again</source>
        <translation>Wieder Bilder aller Tage</translation>
    </message>
    <message>
        <source>Pictures of any date again (Escape)</source>
        <translation>Wieder Bilder aller Tage (Escape)</translation>
    </message>
    <message>
        <source>Pictures on the web are not fetched; save the picture first, then drop the file.</source>
        <translation>Bilder aus dem Netz werden nicht geholt; speichern Sie das Bild und ziehen Sie dann die Datei hierher.</translation>
    </message>
    <message>
        <source>Pictures that are alike and were taken within seconds.</source>
        <translation>Bilder, die sich ähneln und innerhalb von Sekunden aufgenommen wurden.</translation>
    </message>
    <message>
        <source>Pictures that have either label then have that one. {keys} takes it back.</source>
        <translation>Bilder, die eines der beiden haben, haben dann dieses. {keys} nimmt es zurück.</translation>
    </message>
    <message>
        <source>Pictures that the gradient&apos;s norm is taken from; 0 for all.</source>
        <translation>Bilder, an denen die Norm des Gradienten genommen wird; 0 für alle.</translation>
    </message>
    <message>
        <source>Pictures that the kernel compares with.</source>
        <translation>Bilder, mit denen der Kern vergleicht.</translation>
    </message>
    <message>
        <source>Pictures to show</source>
        <translation>Bilder anzeigen</translation>
    </message>
    <message>
        <source>Pictures whose codes are solved for at a time.</source>
        <translation>Bilder, deren Codes auf einmal gelöst werden.</translation>
    </message>
    <message>
        <source>Pictures without a label: nearest ten kept</source>
        <translation>Bilder ohne Stichwort: nächste zehn behalten</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Place among the pictures</source>
        <translation>Stelle unter den Bildern</translation>
    </message>
    <message>
        <source>Please choose one key, with Ctrl, Alt or Shift if you like; not several after each other.</source>
        <translation>Bitte wählen Sie eine Taste, gern mit Strg, Alt oder Umschalt; nicht mehrere nacheinander.</translation>
    </message>
    <message>
        <source>Plus and minus zoom, 0 fits, {full} shows 100 %, arrows pan</source>
        <translation>Plus und Minus vergrößern und verkleinern, 0 passt ein, {full} zeigt 100 %, Pfeiltasten verschieben</translation>
    </message>
    <message>
        <source>Plus and minus zoom, 0 fits, {full} shows 100 %, arrows pan, C chooses a part to search for</source>
        <translation>Plus und Minus vergrößern und verkleinern, 0 passt ein, {full} zeigt 100 %, Pfeiltasten verschieben, C wählt einen Ausschnitt für die Suche</translation>
    </message>
    <message>
        <source>Polled, not watched: {folders}</source>
        <translation>Abgefragt, nicht beobachtet: {folders}</translation>
    </message>
    <message>
        <source>Positives</source>
        <translation>Positive</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Genauigkeit und Trefferquote</translation>
    </message>
    <message>
        <source>Precision at 10</source>
        <translation>Genauigkeit unter den ersten 10</translation>
    </message>
    <message>
        <source>Precision at 10, mean over labels</source>
        <translation>Genauigkeit unter den ersten 10, Mittel über Stichwörter</translation>
    </message>
    <message>
        <source>Precision at 10, mean over pictures</source>
        <translation>Genauigkeit unter den ersten 10, Mittel über Bilder</translation>
    </message>
    <message>
        <source>Precision at 100</source>
        <translation>Genauigkeit unter den ersten 100</translation>
    </message>
    <message>
        <source>Precision at top K</source>
        <translation>Genauigkeit unter den ersten K</translation>
    </message>
    <message>
        <source>Precision within radius 2</source>
        <translation>Genauigkeit im Radius 2</translation>
    </message>
    <message>
        <source>Precision, radius 2</source>
        <translation>Genauigkeit, Radius 2</translation>
    </message>
    <message>
        <source>Prefer a folder</source>
        <translation>Einen Ordner bevorzugen</translation>
    </message>
    <message>
        <source>Prefer it no longer (Delete)</source>
        <translation>Nicht mehr bevorzugen (Entf)</translation>
    </message>
    <message>
        <source>Prefer what lies in a folder</source>
        <translation>Bevorzugen, was in einem Ordner liegt</translation>
    </message>
    <message>
        <source>Preferred folders, the first one most</source>
        <translation>Bevorzugte Ordner, der erste am meisten</translation>
    </message>
    <message>
        <source>Preparing the model (once)</source>
        <translation>Das Modell wird vorbereitet (einmal)</translation>
    </message>
    <message>
        <source>Preparing the search field</source>
        <translation>Das Suchfeld wird vorbereitet</translation>
    </message>
    <message>
        <source>Preparing the search on the server</source>
        <translation>Die Suche auf dem Server wird vorbereitet</translation>
    </message>
    <message>
        <source>Preparing the training</source>
        <translation>Das Training wird vorbereitet</translation>
    </message>
    <message>
        <source>Preparing to look for near-copies</source>
        <translation>Suche nach Beinahe-Kopien wird vorbereitet</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Vorbereitung …</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Presets are DualHash&apos;s.</source>
        <translation>Voreinstellungen hat nur DualHash.</translation>
    </message>
    <message>
        <source>Presets are DualHash&apos;s; {title} has none.</source>
        <translation>Voreinstellungen gehören zu DualHash; {title} hat keine.</translation>
    </message>
    <message>
        <source>Press the key that shall give {label}: a digit from 1 to 9, or a letter.</source>
        <translation>Drücken Sie die Taste, die {label} geben soll: eine Ziffer von 1 bis 9 oder einen Buchstaben.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Previous picture</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Processes that read pictures</source>
        <translation>Prozesse, die Bilder lesen</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Programs (*.app)</source>
        <translation>Programme (*.app)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of the evaluation</source>
        <translation>Fortschritt der Auswertung</translation>
    </message>
    <message>
        <source>Progress of the job</source>
        <translation>Fortschritt der Aufgabe</translation>
    </message>
    <message>
        <source>Progress of the new version</source>
        <translation>Fortschritt der neuen Version</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <source>Proposals for the search field</source>
        <translation>Vorschläge für das Suchfeld</translation>
    </message>
    <message>
        <source>Publishing codes</source>
        <translation>Codes werden veröffentlicht</translation>
    </message>
    <message>
        <source>Publishing labels</source>
        <translation>Stichwörter werden veröffentlicht</translation>
    </message>
    <message>
        <source>Publishing model versions</source>
        <translation>Modellversionen werden veröffentlicht</translation>
    </message>
    <message>
        <source>Publishing pictures</source>
        <translation>Bilder werden veröffentlicht</translation>
    </message>
    <message>
        <source>Publishing thumbnails</source>
        <translation>Vorschaubilder werden veröffentlicht</translation>
    </message>
    <message>
        <source>Publishing words</source>
        <translation>Suchwörter werden veröffentlicht</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Put aside and restore</source>
        <translation>Beiseitelegen und wiederherstellen</translation>
    </message>
    <message>
        <source>Put the left version to the right and the right one to the left (S)</source>
        <translation>Die linke Version nach rechts und die rechte nach links (S)</translation>
    </message>
    <message>
        <source>Qt and PySide6</source>
        <translation>Qt und PySide6</translation>
    </message>
    <message>
        <source>Quantisation error</source>
        <translation>Quantisierungsfehler</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Query a held-out picture</source>
        <translation>Suche mit einem zurückgelegten Bild</translation>
    </message>
    <message>
        <source>Query picture: similar to a part of {name}</source>
        <translation>Suchbild: ähnlich einem Teil von {name}</translation>
    </message>
    <message>
        <source>Query picture: similar to {name}</source>
        <translation>Suchbild: ähnlich zu {name}</translation>
    </message>
    <message>
        <source>Query picture: unlike a part of {name}</source>
        <translation>Suchbild: unähnlich einem Teil von {name}</translation>
    </message>
    <message>
        <source>Query picture: unlike {name}</source>
        <translation>Suchbild: unähnlich zu {name}</translation>
    </message>
    <message>
        <source>Query {name}</source>
        <translation>Suche mit {name}</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>R, Shift+R</source>
        <translation>R, Umschalt+R</translation>
    </message>
    <message>
        <source>Rarity</source>
        <translation>Seltenheit</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Reaching {place}…</source>
        <translation>{place} wird erreicht…</translation>
    </message>
    <message>
        <source>Reading all pictures by another network</source>
        <translation>Alle Bilder werden mit einem anderen Netz gelesen</translation>
    </message>
    <message>
        <source>Reading features</source>
        <translation>Merkmale werden gelesen</translation>
    </message>
    <message>
        <source>Reading folder names</source>
        <translation>Ordnernamen werden gelesen</translation>
    </message>
    <message>
        <source>Reading keywords</source>
        <translation>Fremde Stichwörter werden gelesen</translation>
    </message>
    <message>
        <source>Reading labels</source>
        <translation>Stichwörter werden gelesen</translation>
    </message>
    <message>
        <source>Reading pictures</source>
        <translation>Bilder werden gelesen</translation>
    </message>
    <message>
        <source>Reading pictures to learn from</source>
        <translation>Bilder zum Lernen werden gelesen</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>Die Datei wird gelesen</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Die Datei wird gelesen…</translation>
    </message>
    <message>
        <source>Reading the version</source>
        <translation>Die Version wird gelesen</translation>
    </message>
    <message>
        <source>Reading what cameras wrote</source>
        <translation>Angaben der Kameras werden gelesen</translation>
    </message>
    <message>
        <source>Reads all labelled pictures, and some others, and trains for minutes on a GPU, for hours on a CPU.</source>
        <translation>Liest alle Bilder mit Stichwort und einige andere und trainiert auf einer GPU Minuten, auf einer CPU Stunden.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Refit on all labels</source>
        <translation>Schlusstraining</translation>
    </message>
    <message>
        <source>Regularisation</source>
        <translation>Regularisierung</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation>Ordner entfernen</translation>
    </message>
    <message>
        <source>Remove from the library…</source>
        <translation>Aus der Bibliothek entfernen…</translation>
    </message>
    <message>
        <source>Remove from the query (Delete)</source>
        <translation>Aus der Suche entfernen (Entf)</translation>
    </message>
    <message>
        <source>Remove the version {name}?</source>
        <translation>Die Version {name} entfernen?</translation>
    </message>
    <message>
        <source>Remove version</source>
        <translation>Version entfernen</translation>
    </message>
    <message>
        <source>Remove {folder} from the library?</source>
        <translation>{folder} aus der Bibliothek entfernen?</translation>
    </message>
    <message>
        <source>Remove {name} from the query</source>
        <translation>{name} aus der Suche entfernen</translation>
    </message>
    <message>
        <source>Removed {folder} from the library; its files are as they were.</source>
        <translation>{folder} ist aus der Bibliothek entfernt; die Dateien sind, wie sie waren.</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Removing {folder} from the library…</source>
        <translation>{folder} wird aus der Bibliothek entfernt…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename {what}?</source>
        <translation>{what} umbenennen?</translation>
    </message>
    <message>
        <source>Renaming files</source>
        <translation>Dateien werden umbenannt</translation>
    </message>
    <message>
        <source>ResNet-50: its features are computed first, from all pictures; slow without a GPU.</source>
        <translation>ResNet-50: Seine Merkmale werden zuerst berechnet, aus allen Bildern; ohne GPU langsam.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result of the training</source>
        <translation>Ergebnis des Trainings</translation>
    </message>
    <message>
        <source>Resume it</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Retrieval got better.</source>
        <translation>Die Suche wurde besser.</translation>
    </message>
    <message>
        <source>Retrieval got better: mAP is {times:.1f} times as high.</source>
        <translation>Die Suche wurde besser: mAP ist {times:.1f}-mal so hoch.</translation>
    </message>
    <message>
        <source>Retrieval got worse; discarding is probably right.</source>
        <translation>Die Suche wurde schlechter; verwerfen ist wahrscheinlich richtig.</translation>
    </message>
    <message>
        <source>Retrieval is about as good as before.</source>
        <translation>Die Suche ist etwa so gut wie zuvor.</translation>
    </message>
    <message>
        <source>Retrieval is about as good as before: the difference lies within the spread.</source>
        <translation>Die Suche ist etwa so gut wie zuvor: Der Unterschied liegt innerhalb der Streuung.</translation>
    </message>
    <message>
        <source>Retry all</source>
        <translation>Alle erneut versuchen</translation>
    </message>
    <message>
        <source>Retry {n:,} selected</source>
        <translation>{n:,} ausgewählte erneut versuchen</translation>
    </message>
    <message>
        <source>Review this group again, as any other (A)</source>
        <translation>Diese Gruppe wieder durchsehen wie jede andere (A)</translation>
    </message>
    <message>
        <source>Rho</source>
        <translation>Rho</translation>
    </message>
    <message>
        <source>Ridge</source>
        <translation>Ridge</translation>
    </message>
    <message>
        <source>Right or Page down</source>
        <translation>Rechts oder Bild ab</translation>
    </message>
    <message>
        <source>Right version</source>
        <translation>Rechte Version</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Rounds over the bits before an epoch.</source>
        <translation>Runden über die Bits vor einer Epoche.</translation>
    </message>
    <message>
        <source>Rows of the library are damaged; “dualhash check --repair” mends them.</source>
        <translation>Zeilen der Bibliothek sind beschädigt; „dualhash check --repair“ repariert sie.</translation>
    </message>
    <message>
        <source>Rules, the most important one first</source>
        <translation>Regeln, die wichtigste zuerst</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>Regeln…</translation>
    </message>
    <message>
        <source>Running job</source>
        <translation>Laufende Aufgabe</translation>
    </message>
    <message>
        <source>S or Space</source>
        <translation>S oder Leertaste</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>S&amp;how unlabelled</source>
        <translation>&amp;Ohne Stichwort zeigen</translation>
    </message>
    <message>
        <source>SGD with Nesterov momentum, RMSprop or Adam.</source>
        <translation>SGD mit Nesterov-Momentum, RMSprop oder Adam.</translation>
    </message>
    <message>
        <source>Sam&amp;e as the query</source>
        <translation>&amp;Dasselbe wie das Suchbild</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Dasselbe</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Save all numbers behind the plots as a CSV table ({keys})</source>
        <translation>Alle Zahlen hinter den Diagrammen als CSV-Tabelle speichern ({keys})</translation>
    </message>
    <message>
        <source>Save numbers…</source>
        <translation>Zahlen speichern…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Zahlen speichern</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Save this page as a PNG picture ({keys})</source>
        <translation>Diese Seite als PNG-Bild speichern ({keys})</translation>
    </message>
    <message>
        <source>Saving the version</source>
        <translation>Die Version wird gespeichert</translation>
    </message>
    <message>
        <source>Say in a few words what the pictures show.</source>
        <translation>Sagen Sie in wenigen Worten, was die Bilder zeigen.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Scale of the Cauchy distribution over distances.</source>
        <translation>Skala der Cauchy-Verteilung über den Abständen.</translation>
    </message>
    <message>
        <source>Scale of the cosines.</source>
        <translation>Skala der Kosinuswerte.</translation>
    </message>
    <message>
        <source>Scale of the cosines; √bits in the original.</source>
        <translation>Skala der Kosinuswerte; im Original √Bits.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search ({keys})</source>
        <translation>Suchen ({keys})</translation>
    </message>
    <message>
        <source>Search a &amp;part…</source>
        <translation>Nach einem &amp;Teil suchen…</translation>
    </message>
    <message>
        <source>Search by this version from now on</source>
        <translation>Ab jetzt mit dieser Version suchen</translation>
    </message>
    <message numerus="yes">
        <source>Search by this version from now on; {n:,} codes are made first, in the background</source>
        <comment>Search by this version from now on; {n:,} code is made first, in the background</comment>
        <translation>
            <numerusform>Ab jetzt mit dieser Version suchen; vorher entsteht im Hintergrund {n:,} Code</numerusform>
            <numerusform>Ab jetzt mit dieser Version suchen; vorher entstehen im Hintergrund {n:,} Codes</numerusform>
        </translation>
    </message>
    <message>
        <source>Search by words</source>
        <translation>Mit Worten suchen</translation>
    </message>
    <message>
        <source>Search field and timeline</source>
        <translation>Suchfeld und Zeitleiste</translation>
    </message>
    <message>
        <source>Search for a part of this picture (C)</source>
        <translation>Nach einem Ausschnitt dieses Bildes suchen (C)</translation>
    </message>
    <message>
        <source>Search part…</source>
        <translation>Ausschnitt…</translation>
    </message>
    <message>
        <source>Search with a picture</source>
        <translation>Mit einem Bild suchen</translation>
    </message>
    <message>
        <source>Search with a picture file (Ctrl+Shift+O)</source>
        <translation>Mit einer Bilddatei suchen (Strg+Umschalt+O)</translation>
    </message>
    <message>
        <source>Search with the picture on the clipboard</source>
        <translation>Mit dem Bild in der Zwischenablage suchen</translation>
    </message>
    <message>
        <source>Search with the picture on the clipboard ({keys})</source>
        <translation>Mit dem Bild in der Zwischenablage suchen ({keys})</translation>
    </message>
    <message>
        <source>Searches for pictures that you have not labelled got worse ({before:.0%} of what looks most like them was among the first 50, now {after:.0%}); look closely before you accept.</source>
        <translation>Suchen nach Bildern, denen Sie kein Stichwort gegeben haben, wurden schlechter ({before:.0%} dessen, was ihnen am meisten gleicht, war unter den ersten 50, jetzt {after:.0%}); sehen Sie genau hin, bevor Sie annehmen.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>Searching… {hits}</source>
        <translation>Suche läuft… {hits}</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweite</translation>
    </message>
    <message>
        <source>Seconds to minutes, once the features of {space} are stored; all pictures are read for them.</source>
        <translation>Sekunden bis Minuten, sobald die Merkmale von {space} gespeichert sind; dafür werden alle Bilder gelesen.</translation>
    </message>
    <message>
        <source>Seconds to minutes. The pictures are not read again.</source>
        <translation>Sekunden bis Minuten. Die Bilder werden nicht noch einmal gelesen.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Select a picture first.</source>
        <translation>Wählen Sie zuerst ein Bild aus.</translation>
    </message>
    <message>
        <source>Select a picture to see it here</source>
        <translation>Wählen Sie ein Bild aus, um es hier zu sehen</translation>
    </message>
    <message>
        <source>Select missing pictures first.</source>
        <translation>Wählen Sie zuerst fehlende Bilder aus.</translation>
    </message>
    <message>
        <source>Select pictures first; then press {keys} to label them.</source>
        <translation>Wählen Sie zuerst Bilder aus; {keys} gibt ihnen dann Stichwörter.</translation>
    </message>
    <message>
        <source>Select pictures in the grid first.</source>
        <translation>Wählen Sie zuerst im Raster Bilder aus.</translation>
    </message>
    <message>
        <source>Select these pictures; with Ctrl, beside what is selected</source>
        <translation>Diese Bilder auswählen; mit Strg zusätzlich zu den ausgewählten</translation>
    </message>
    <message>
        <source>Selected pictures</source>
        <translation>Ausgewählte Bilder</translation>
    </message>
    <message>
        <source>Self-taught</source>
        <translation>Von selbst gelernt</translation>
    </message>
    <message>
        <source>Separability (bits)</source>
        <translation>Trennbarkeit (Bit)</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Several model versions are named {name!r}; say which by its number: {numbers}.</source>
        <translation>Mehrere Modellversionen heißen {name!r}; sagen Sie mit der Nummer, welche: {numbers}.</translation>
    </message>
    <message>
        <source>Share of the epochs on the likelihood alone, before B and Λ join.</source>
        <translation>Anteil der Epochen mit der Likelihood allein, bevor B und Λ hinzukommen.</translation>
    </message>
    <message>
        <source>Share of the epochs on the likelihood alone, before Z joins.</source>
        <translation>Anteil der Epochen mit der Likelihood allein, bevor Z hinzukommt.</translation>
    </message>
    <message>
        <source>Sharper</source>
        <translation>Schärfer</translation>
    </message>
    <message>
        <source>Sharpness of B&apos;s pair gradient, in (0, 1).</source>
        <translation>Schärfe des Paargradienten von B, in (0, 1).</translation>
    </message>
    <message>
        <source>Sharpness of the likelihood, in (0, 1).</source>
        <translation>Schärfe der Likelihood, in (0, 1).</translation>
    </message>
    <message>
        <source>Sharpness of the likelihood, θ = α/2·⟨u, u&apos;⟩; 1 in the original.</source>
        <translation>Schärfe der Likelihood, θ = α/2·⟨u, u&apos;⟩; im Original 1.</translation>
    </message>
    <message>
        <source>Sharpness of the likelihood.</source>
        <translation>Schärfe der Likelihood.</translation>
    </message>
    <message>
        <source>Sharpness of the likelihood; 1 in the original.</source>
        <translation>Schärfe der Likelihood; im Original 1.</translation>
    </message>
    <message>
        <source>Shift or Ctrl with these</source>
        <translation>mit Umschalt oder Strg</translation>
    </message>
    <message>
        <source>Shift with these</source>
        <translation>mit Umschalt</translation>
    </message>
    <message>
        <source>Shift+R</source>
        <translation>Umschalt+R</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show &amp;also {n:,} groups of which you keep all</source>
        <comment>Show &amp;also {n:,} group of which you keep all</comment>
        <translation>
            <numerusform>&amp;Auch {n:,} Gruppe zeigen, die Sie ganz behalten</numerusform>
            <numerusform>&amp;Auch {n:,} Gruppen zeigen, die Sie ganz behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>&amp;Protokoll zeigen</translation>
    </message>
    <message>
        <source>Show all pictures again</source>
        <translation>Wieder alle Bilder zeigen</translation>
    </message>
    <message>
        <source>Show all pictures with this label</source>
        <translation>Alle Bilder mit diesem Stichwort zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>Im Ordner &amp;zeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Show its pictures</source>
        <translation>Seine Bilder zeigen</translation>
    </message>
    <message>
        <source>Show missing</source>
        <translation>Fehlende zeigen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Show more hits, also some that are less alike</source>
        <translation>Mehr Treffer zeigen, auch weniger ähnliche</translation>
    </message>
    <message>
        <source>Show on {site} (&amp;browser)</source>
        <translation>Auf {site} zeigen (&amp;Browser)</translation>
    </message>
    <message>
        <source>Show rejected ({n:,})</source>
        <translation>Abgelehnte zeigen ({n:,})</translation>
    </message>
    <message>
        <source>Show the file in the file manager</source>
        <translation>Die Datei in der Dateiverwaltung zeigen</translation>
    </message>
    <message>
        <source>Show the file where it lies now</source>
        <translation>Die Datei dort zeigen, wo sie jetzt liegt</translation>
    </message>
    <message>
        <source>Show the result</source>
        <translation>Ergebnis zeigen</translation>
    </message>
    <message>
        <source>Show these pictures</source>
        <translation>Diese Bilder zeigen</translation>
    </message>
    <message>
        <source>Show…</source>
        <translation>Zeigen…</translation>
    </message>
    <message>
        <source>Side by si&amp;de</source>
        <translation>&amp;Nebeneinander</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Side by side, flickering, difference (C or Enter)</source>
        <translation>Nebeneinander, im Wechsel, Unterschied (C oder Eingabe)</translation>
    </message>
    <message>
        <source>Sidecars are small files beside the pictures, in which digiKam, darktable, Lightroom and others find the labels as keywords.</source>
        <translation>Begleitdateien sind kleine Dateien neben den Bildern, in denen digiKam, darktable, Lightroom und andere Programme die Stichwörter finden.</translation>
    </message>
    <message>
        <source>Sigma</source>
        <translation>Sigma</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Similar and dissimilar pairs weigh the same in sum.</source>
        <translation>Ähnliche und unähnliche Paare wiegen in der Summe gleich viel.</translation>
    </message>
    <message>
        <source>Similar pictures</source>
        <translation>Ähnliche Bilder</translation>
    </message>
    <message>
        <source>Similar pictures of a batch that each of its pictures is compared with.</source>
        <translation>Ähnliche Bilder eines Stapels, mit denen jedes seiner Bilder verglichen wird.</translation>
    </message>
    <message>
        <source>Similar · part</source>
        <translation>Ähnlich · Teil</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Size of the tiles</source>
        <translation>Größe der Kacheln</translation>
    </message>
    <message>
        <source>Size of the tiles (Ctrl+wheel, Ctrl+plus, Ctrl+minus)</source>
        <translation>Größe der Kacheln (Strg+Mausrad, Strg+Plus, Strg+Minus)</translation>
    </message>
    <message>
        <source>Skip  (S)</source>
        <translation>Später  (S)</translation>
    </message>
    <message>
        <source>Skipped files</source>
        <comment>in the tree of folders</comment>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Skipped files</source>
        <translation>Übersprungene Dateien</translation>
    </message>
    <message>
        <source>Skipped files by kind</source>
        <translation>Übersprungene Dateien nach Art</translation>
    </message>
    <message>
        <source>Small and quick: for slow computers and very large libraries.</source>
        <translation>Klein und schnell: für langsame Rechner und sehr große Bibliotheken.</translation>
    </message>
    <message>
        <source>Smallest distance</source>
        <translation>Kleinster Abstand</translation>
    </message>
    <message>
        <source>Smallest distance, typed</source>
        <translation>Kleinster Abstand, eingetippt</translation>
    </message>
    <message>
        <source>Smoothness</source>
        <translation>Glattheit</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Some of the other pictures of the library are learned from, too: what they look like.</source>
        <translation>Auch aus einigen der anderen Bilder der Bibliothek wird gelernt: wie sie aussehen.</translation>
    </message>
    <message>
        <source>Some of these files are copies of others; each picture is shown once.</source>
        <translation>Einige dieser Dateien sind Kopien von anderen; jedes Bild wird einmal gezeigt.</translation>
    </message>
    <message>
        <source>Somebody else is publishing to {place} now; try again when they have done.</source>
        <translation>Gerade veröffentlicht schon jemand unter {place}; versuchen Sie es danach noch einmal.</translation>
    </message>
    <message>
        <source>Somebody has put it onto a PostgreSQL server with “dualhash publish”. It is searched there, without a copy.</source>
        <translation>Jemand hat sie mit „dualhash publish“ auf einen PostgreSQL-Server gelegt. Sie wird dort durchsucht, ohne Kopie.</translation>
    </message>
    <message>
        <source>Something is being taken back just now; wait until that is done.</source>
        <translation>Gerade wird etwas zurückgenommen; warten Sie, bis das geschehen ist.</translation>
    </message>
    <message>
        <source>Something went wrong inside DualHash. The details are in the log.</source>
        <translation>In DualHash ist etwas schiefgegangen. Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>Something went wrong inside DualHash. Your pictures and labels are safe.</source>
        <translation>In DualHash ist etwas schiefgegangen. Ihre Bilder und Stichwörter sind sicher.</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Sortieren nach</translation>
    </message>
    <message>
        <source>Sort by li&amp;keness to this picture</source>
        <translation>Nach Ä&amp;hnlichkeit zu diesem Bild sortieren</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Stages in which the slope grows.</source>
        <translation>Stufen, in denen die Steigung wächst.</translation>
    </message>
    <message>
        <source>Start of all random numbers; the same seed gives the same codes.</source>
        <translation>Beginn aller Zufallszahlen; derselbe Wert gibt dieselben Codes.</translation>
    </message>
    <message>
        <source>Start the other one</source>
        <translation>Das andere starten</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Step of B; 2τγ must not pass 1.</source>
        <translation>Schrittweite von B; 2τγ darf 1 nicht überschreiten.</translation>
    </message>
    <message>
        <source>Step of Z; τγ must not pass 1, and 2τλ must stay below 1.</source>
        <translation>Schrittweite von Z; τγ darf 1 nicht überschreiten, 2τλ muss unter 1 bleiben.</translation>
    </message>
    <message>
        <source>Step of a fine-tuned backbone, as a share of η.</source>
        <translation>Schrittweite eines feinabgestimmten Grundnetzes, als Anteil von η.</translation>
    </message>
    <message>
        <source>Step of the hash layers.</source>
        <translation>Schrittweite der Hash-Schichten.</translation>
    </message>
    <message>
        <source>Step of Λ; τσ must not pass 1.</source>
        <translation>Schrittweite von Λ; τσ darf 1 nicht überschreiten.</translation>
    </message>
    <message>
        <source>Step rule</source>
        <translation>Schrittregel</translation>
    </message>
    <message>
        <source>StoM: weight of the last step in y = x + α_k(x - x_prev).</source>
        <translation>StoM: Gewicht des letzten Schritts in y = x + α_k(x - x_prev).</translation>
    </message>
    <message>
        <source>StoM: where the gradient is taken, z = x + β_k(x - x_prev).</source>
        <translation>StoM: wo der Gradient genommen wird, z = x + β_k(x - x_prev).</translation>
    </message>
    <message>
        <source>StoRM: how much of the old estimate is forgotten, in (0, 1).</source>
        <translation>StoRM: wie viel der alten Schätzung vergessen wird, in (0, 1).</translation>
    </message>
    <message>
        <source>StoRM: the first batch has c_b·T^⅓ times m pictures; 0 for m.</source>
        <translation>StoRM: Der erste Stapel hat c_b·T^⅓ mal m Bilder; 0 für m.</translation>
    </message>
    <message>
        <source>Stop measuring (Escape)</source>
        <translation>Messung beenden (Esc)</translation>
    </message>
    <message>
        <source>Storing labels</source>
        <translation>Stichwörter werden gespeichert</translation>
    </message>
    <message>
        <source>Strength of the W-type regularisation λ·‖|b| - 1‖₁.</source>
        <translation>Stärke der W-förmigen Regularisierung λ·‖|b| - 1‖₁.</translation>
    </message>
    <message>
        <source>Strength of the penalty γ/2·‖u - b‖².</source>
        <translation>Stärke der Strafe γ/2·‖u - b‖².</translation>
    </message>
    <message>
        <source>Strength of the penalty γ/2·‖u - z‖².</source>
        <translation>Stärke der Strafe γ/2·‖u - z‖².</translation>
    </message>
    <message>
        <source>Strength of the weakly convex regularisation λ·‖z² - 1‖₁.</source>
        <translation>Stärke der schwach konvexen Regularisierung λ·‖z² - 1‖₁.</translation>
    </message>
    <message>
        <source>Strictness</source>
        <translation>Strenge</translation>
    </message>
    <message>
        <source>Subset</source>
        <translation>Teilmenge</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>T&amp;horough: fine-tune the whole network (GPU recommended)</source>
        <translation>G&amp;ründlich: Feinabstimmung des ganzen Netzes (GPU empfohlen)</translation>
    </message>
    <message>
        <source>Tables of labels (*.csv);;All files (*)</source>
        <translation>Tabellen von Stichwörtern (*.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Take as labels</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Wegnehmen</translation>
    </message>
    <message>
        <source>Take from the selected pictures</source>
        <translation>Den ausgewählten Bildern wegnehmen</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take keywords that other programs wrote as labels?</source>
        <translation>Stichwörter übernehmen, die andere Programme geschrieben haben?</translation>
    </message>
    <message>
        <source>Take none</source>
        <translation>Keine übernehmen</translation>
    </message>
    <message>
        <source>Take the last answer back</source>
        <translation>Die letzte Antwort zurücknehmen</translation>
    </message>
    <message>
        <source>Take {name} away</source>
        <translation>{name} wegnehmen</translation>
    </message>
    <message>
        <source>Take “{name}” away (Delete)</source>
        <translation>„{name}“ wegnehmen (Entf)</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Taking back what was done to copies</source>
        <translation>Was mit Kopien geschah, wird zurückgenommen</translation>
    </message>
    <message>
        <source>Taking back what was done to files</source>
        <translation>Was mit Dateien geschah, wird zurückgenommen</translation>
    </message>
    <message>
        <source>Taking it back</source>
        <translation>Es wird zurückgenommen</translation>
    </message>
    <message>
        <source>Taking keywords</source>
        <translation>Stichwörter übernehmen</translation>
    </message>
    <message>
        <source>Taking keywords begins when this is done: {job}.</source>
        <translation>Das Übernehmen beginnt, sobald dies fertig ist: {job}.</translation>
    </message>
    <message>
        <source>Taking labels out of sidecars</source>
        <translation>Stichwörter aus Begleitdateien nehmen</translation>
    </message>
    <message>
        <source>Tau</source>
        <translation>Tau</translation>
    </message>
    <message>
        <source>Teaching itself</source>
        <translation>Selbst anlernen</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Türkis</translation>
    </message>
    <message>
        <source>That is no folder of the library; an answer holds for a whole one.</source>
        <translation>Das ist kein Ordner der Bibliothek; eine Antwort gilt für einen ganzen.</translation>
    </message>
    <message>
        <source>The active version answers queries</source>
        <translation>Die aktive Version beantwortet Suchen</translation>
    </message>
    <message>
        <source>The active version cannot be removed; activate another one first.</source>
        <translation>Die aktive Version kann nicht entfernt werden; aktivieren Sie zuerst eine andere.</translation>
    </message>
    <message>
        <source>The active version is as it was.</source>
        <translation>Die aktive Version ist, wie sie war.</translation>
    </message>
    <message>
        <source>The backbone {architecture!r} can be used as it is, but not be fine-tuned; {known} can.</source>
        <translation>Das Grundnetz {architecture!r} kann verwendet werden, wie es ist, aber nicht feinabgestimmt; {known} können es.</translation>
    </message>
    <message>
        <source>The backup of your labels is not renewed: {why}</source>
        <translation>Die Sicherung Ihrer Stichwörter wird nicht erneuert: {why}</translation>
    </message>
    <message>
        <source>The backup {path} is damaged.</source>
        <translation>Die Sicherung {path} ist beschädigt.</translation>
    </message>
    <message>
        <source>The backup {path} was made by a newer DualHash.</source>
        <translation>Die Sicherung {path} wurde von einem neueren DualHash gemacht.</translation>
    </message>
    <message>
        <source>The cache lies in</source>
        <translation>Der Zwischenspeicher liegt in</translation>
    </message>
    <message>
        <source>The codes of {name} are made now; until they are complete, the active version serves.</source>
        <translation>Die Codes von {name} entstehen jetzt; bis sie vollständig sind, dient die aktive Version.</translation>
    </message>
    <message>
        <source>The connection to the server broke ({why}); try again.</source>
        <translation>Die Verbindung zum Server ist abgebrochen ({why}); versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The database of the library {path} is damaged ({why}).</source>
        <translation>Die Datenbank der Bibliothek {path} ist beschädigt ({why}).</translation>
    </message>
    <message>
        <source>The database of the library {path} is gone or empty, but it was in use.</source>
        <translation>Die Datenbank der Bibliothek {path} ist fort oder leer, war aber in Gebrauch.</translation>
    </message>
    <message>
        <source>The database on the server must hold its texts as UTF-8; this one does not.</source>
        <translation>Die Datenbank auf dem Server muss Texte als UTF-8 speichern; diese tut es nicht.</translation>
    </message>
    <message>
        <source>The database {path} cannot be opened ({why}).</source>
        <translation>Die Datenbank {path} kann nicht geöffnet werden ({why}).</translation>
    </message>
    <message>
        <source>The database {path} cannot be read ({why}).</source>
        <translation>Die Datenbank {path} kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The database {path} is cut short; it was left as it is.</source>
        <translation>Die Datenbank {path} ist abgeschnitten; sie wurde gelassen, wie sie ist.</translation>
    </message>
    <message>
        <source>The database {path} is damaged (its first bytes are not as they were).</source>
        <translation>Die Datenbank {path} ist beschädigt (ihre ersten Bytes sind nicht, wie sie waren).</translation>
    </message>
    <message>
        <source>The database {path} is damaged (its schema cannot be read).</source>
        <translation>Die Datenbank {path} ist beschädigt (ihr Schema kann nicht gelesen werden).</translation>
    </message>
    <message>
        <source>The database {path} is damaged (its schema is not as it was).</source>
        <translation>Die Datenbank {path} ist beschädigt (ihr Schema ist nicht, wie es war).</translation>
    </message>
    <message>
        <source>The database {path} is damaged (its {lacking} is not as it was).</source>
        <translation>Die Datenbank {path} ist beschädigt ({lacking} ist nicht, wie es war).</translation>
    </message>
    <message>
        <source>The database {path} is damaged ({why}).</source>
        <translation>Die Datenbank {path} ist beschädigt ({why}).</translation>
    </message>
    <message>
        <source>The decoder crashed</source>
        <translation>Der Decoder ist abgestürzt</translation>
    </message>
    <message>
        <source>The description of model version {lost} is damaged; none serves.</source>
        <translation>Die Beschreibung der Modellversion {lost} ist beschädigt; keine ist in Gebrauch.</translation>
    </message>
    <message>
        <source>The description of model version {lost} is damaged; version {number} ({name}) serves.</source>
        <translation>Die Beschreibung der Modellversion {lost} ist beschädigt; Version {number} ({name}) ist in Gebrauch.</translation>
    </message>
    <message>
        <source>The description of model version {number} is damaged; it cannot serve, but be removed.</source>
        <translation>Die Beschreibung der Modellversion {number} ist beschädigt; sie kann nicht verwendet, aber entfernt werden.</translation>
    </message>
    <message>
        <source>The details are below and in {path}.</source>
        <translation>Einzelheiten stehen unten und in {path}.</translation>
    </message>
    <message>
        <source>The device can be cpu or cuda, not {wanted!r}.</source>
        <translation>Das Gerät kann cpu oder cuda sein, nicht {wanted!r}.</translation>
    </message>
    <message>
        <source>The embedded network stays: copies are found by it.</source>
        <translation>Das eingebaute Netz bleibt: Kopien werden damit gefunden.</translation>
    </message>
    <message>
        <source>The features of all pictures are damaged; “dualhash check --repair” has them read again.</source>
        <translation>Die Merkmale aller Bilder sind beschädigt; „dualhash check --repair“ lässt sie neu lesen.</translation>
    </message>
    <message>
        <source>The file has no checksum (an older DualHash wrote it), so whether it is damaged cannot be told.</source>
        <translation>Die Datei hat keine Prüfsumme (ein älteres DualHash hat sie geschrieben); ob sie beschädigt ist, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>The file manager could not be opened for {folder}.</source>
        <translation>Die Dateiverwaltung ließ sich für {folder} nicht öffnen.</translation>
    </message>
    <message>
        <source>The file manager could not be opened for {path}.</source>
        <translation>Die Dateiverwaltung ließ sich für {path} nicht öffnen.</translation>
    </message>
    <message>
        <source>The file or its drive is away; this is its thumbnail.</source>
        <translation>Die Datei oder ihr Laufwerk ist nicht da; dies ist ihr Vorschaubild.</translation>
    </message>
    <message>
        <source>The file {path!r} cannot be read ({why}).</source>
        <translation>Die Datei {path!r} kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The file {path} cannot be written ({why}).</source>
        <translation>Die Datei {path} kann nicht geschrieben werden ({why}).</translation>
    </message>
    <message>
        <source>The filled shape counts pairs that share a label, the line those that do not.</source>
        <translation>Die gefüllte Form zählt Paare mit einem gemeinsamen Stichwort, die Linie die ohne.</translation>
    </message>
    <message>
        <source>The first one is made when pictures are indexed: add a folder.</source>
        <translation>Die erste entsteht, wenn Bilder indiziert werden: Fügen Sie einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>The first rule that tells pictures apart decides. Untick what shall not count; drag to reorder.</source>
        <translation>Die erste Regel, die Bilder unterscheidet, entscheidet. Was nicht zählen soll, bekommt kein Häkchen; Ziehen ändert die Reihenfolge.</translation>
    </message>
    <message>
        <source>The folder of the thumbnails is away ({path}). Pictures are shown without them until it is back.</source>
        <translation>Der Ordner der Vorschaubilder ist nicht da ({path}). Bis er wieder da ist, werden Bilder ohne sie gezeigt.</translation>
    </message>
    <message>
        <source>The folder to search in must be given by its full path.</source>
        <translation>Der Ordner, in dem gesucht wird, muss mit vollem Pfad angegeben werden.</translation>
    </message>
    <message>
        <source>The folder {path} cannot be written ({why}).</source>
        <translation>In den Ordner {path} kann nicht geschrieben werden ({why}).</translation>
    </message>
    <message>
        <source>The folder {path} cannot be written.</source>
        <translation>In den Ordner {path} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The folder {path} is not available ({why}); what is known of it is kept.</source>
        <translation>Der Ordner {path} ist nicht erreichbar ({why}); was von ihm bekannt ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The graphics card (CUDA)</source>
        <translation>der Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>The graphics card, if there is one that works</source>
        <translation>der Grafikkarte, wenn es eine gibt, die geht</translation>
    </message>
    <message>
        <source>The grid is empty.</source>
        <translation>Das Raster ist leer.</translation>
    </message>
    <message>
        <source>The groups could not be read</source>
        <translation>Die Gruppen ließen sich nicht lesen</translation>
    </message>
    <message>
        <source>The job</source>
        <translation>Die Aufgabe</translation>
    </message>
    <message>
        <source>The label “{name}” holds a line break or another control character.</source>
        <translation>Das Stichwort „{name}“ enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.</translation>
    </message>
    <message>
        <source>The label “{name}” holds a semicolon, which separates labels.</source>
        <translation>Das Stichwort „{name}“ enthält ein Semikolon, das Stichwörter trennt.</translation>
    </message>
    <message>
        <source>The label “{name}” holds a semicolon; rename it before the export.</source>
        <translation>Das Stichwort „{name}“ enthält ein Semikolon; benennen Sie es vor dem Export um.</translation>
    </message>
    <message>
        <source>The label “{name}” is not UTF-8 text.</source>
        <translation>Das Stichwort „{name}“ ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>The label “{name}” is too long: {length} characters, at most {longest} are allowed.</source>
        <translation>Das Stichwort „{name}“ ist zu lang: {length} Zeichen, höchstens {longest} sind erlaubt.</translation>
    </message>
    <message>
        <source>The largest distance must not be smaller than the smallest one.</source>
        <translation>Der größte Abstand darf nicht kleiner sein als der kleinste.</translation>
    </message>
    <message>
        <source>The least alike that are admitted: {first} and {last}, {likeness} of {most}</source>
        <translation>Die unähnlichsten, die noch gelten: {first} und {last}, {likeness} von {most}</translation>
    </message>
    <message>
        <source>The library folder {path} cannot be made ({why}).</source>
        <translation>Der Ordner {path} der Bibliothek kann nicht angelegt werden ({why}).</translation>
    </message>
    <message>
        <source>The library folder {path} cannot be read ({why}).</source>
        <translation>Der Ordner {path} der Bibliothek kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The library has no folders yet; index one first.</source>
        <translation>Die Bibliothek hat noch keine Ordner; indizieren Sie zuerst einen.</translation>
    </message>
    <message>
        <source>The library has no pictures in {folder!r}.</source>
        <translation>Die Bibliothek hat keine Bilder in {folder!r}.</translation>
    </message>
    <message>
        <source>The library has taught itself from how its pictures look.</source>
        <translation>Die Bibliothek hat sich selbst angelernt, daran, wie ihre Bilder aussehen.</translation>
    </message>
    <message>
        <source>The library knows no picture at {path!r} or the others.</source>
        <translation>Die Bibliothek kennt kein Bild unter {path!r} und auch keines unter den anderen.</translation>
    </message>
    <message>
        <source>The library knows no picture at {path!r}.</source>
        <translation>Die Bibliothek kennt kein Bild unter {path!r}.</translation>
    </message>
    <message>
        <source>The library lies in</source>
        <translation>Die Bibliothek liegt in</translation>
    </message>
    <message>
        <source>The library teaches itself</source>
        <translation>Die Bibliothek lernt von selbst</translation>
    </message>
    <message>
        <source>The library was opened for reading only.</source>
        <translation>Die Bibliothek wurde nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>The library {path} can only be read ({why}).</source>
        <translation>Die Bibliothek {path} kann nur gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The library {path} cannot be written ({why}); what was stored before stays.</source>
        <translation>Die Bibliothek {path} kann nicht geschrieben werden ({why}); was vorher gespeichert wurde, bleibt.</translation>
    </message>
    <message>
        <source>The library&apos;s database is damaged. Close the window and run: dualhash check --repair</source>
        <translation>Die Datenbank der Bibliothek ist beschädigt. Schließen Sie das Fenster und rufen Sie auf: dualhash check --repair</translation>
    </message>
    <message>
        <source>The log is {path}.</source>
        <translation>Das Protokoll ist {path}.</translation>
    </message>
    <message>
        <source>The map could not be laid out</source>
        <translation>Die Karte ließ sich nicht anordnen</translation>
    </message>
    <message>
        <source>The map could not be read</source>
        <translation>Die Karte ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>The map is being laid out…</source>
        <translation>Die Karte wird angeordnet…</translation>
    </message>
    <message numerus="yes">
        <source>The map of {n:,} pictures is laid out.</source>
        <comment>The map of {n:,} picture is laid out.</comment>
        <translation>
            <numerusform>Die Karte mit {n:,} Bild ist angeordnet.</numerusform>
            <numerusform>Die Karte mit {n:,} Bildern ist angeordnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The middle of each picture</source>
        <translation>Die Mitte jedes Bildes</translation>
    </message>
    <message>
        <source>The middle, and the whole picture: twice as slow; may help once trained on labels</source>
        <translation>Die Mitte und das ganze Bild: halb so schnell; hilft vielleicht, sobald mit Stichwörtern trainiert wurde</translation>
    </message>
    <message>
        <source>The middle, the whole, and that mirrored: three times as slow; likewise</source>
        <translation>Die Mitte, das Ganze, und dieses gespiegelt: ein Drittel so schnell; ebenso</translation>
    </message>
    <message>
        <source>The model could not be prepared in {folder}; the log says why, and too little memory or disk space is the usual reason.</source>
        <translation>Das Modell konnte nicht in {folder} vorbereitet werden; das Protokoll sagt, warum. Meist fehlt es an Speicher oder an Platz auf dem Datenträger.</translation>
    </message>
    <message>
        <source>The model could not be stored in {folder}: {why}.</source>
        <translation>Das Modell konnte nicht in {folder} gespeichert werden: {why}.</translation>
    </message>
    <message>
        <source>The model weights in {path} are missing or damaged; please install DualHash again.</source>
        <translation>Die Gewichte des Modells in {path} fehlen oder sind beschädigt; bitte installieren Sie DualHash neu.</translation>
    </message>
    <message>
        <source>The model {name!r} cannot be a backbone, because it is no plain image classifier.</source>
        <translation>Das Modell {name!r} kann kein Grundnetz sein, weil es kein einfacher Bildklassifikator ist.</translation>
    </message>
    <message>
        <source>The model {name} must be downloaded once, and that did not work ({why}); please try again with an internet connection.</source>
        <translation>Das Modell {name} muss einmal heruntergeladen werden, und das gelang nicht ({why}); bitte versuchen Sie es mit einer Internetverbindung noch einmal.</translation>
    </message>
    <message>
        <source>The model {name} was damaged on its way; please try to download it again.</source>
        <translation>Das Modell {name} wurde unterwegs beschädigt; bitte versuchen Sie, es noch einmal herunterzuladen.</translation>
    </message>
    <message>
        <source>The network could not be downloaded ({why}); please try again with an internet connection.</source>
        <translation>Das Netz konnte nicht heruntergeladen werden ({why}); bitte mit einer Internetverbindung noch einmal versuchen.</translation>
    </message>
    <message>
        <source>The network gives features that are too large to be stored; a smaller learning rate may help.</source>
        <translation>Das Netz gibt Merkmale, die zu groß sind, um gespeichert zu werden; eine kleinere Lernrate hilft vielleicht.</translation>
    </message>
    <message>
        <source>The network of the active version knows no words. “Networks…” in the menu Model lists one that does; the command “dualhash networks” adds it, too.</source>
        <translation>Das Netz der aktiven Version kennt keine Worte. „Netze…“ im Menü Modell nennt eines, das welche kennt; auch der Befehl „dualhash networks“ fügt es hinzu.</translation>
    </message>
    <message>
        <source>The network of this version has not seen this picture yet.</source>
        <translation>Das Netz dieser Version hat dieses Bild noch nicht gesehen.</translation>
    </message>
    <message>
        <source>The network {name} cannot be read ({why}).</source>
        <translation>Das Netz {name} kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The network {name} is damaged: {why}.</source>
        <translation>Das Netz {name} ist beschädigt: {why}.</translation>
    </message>
    <message>
        <source>The network {name} is not in this library ({why}); add it again.</source>
        <translation>Das Netz {name} ist nicht in dieser Bibliothek ({why}); fügen Sie es noch einmal hinzu.</translation>
    </message>
    <message>
        <source>The new version</source>
        <translation>Die neue Version</translation>
    </message>
    <message>
        <source>The number of pictures to show must be at least 1.</source>
        <translation>Es muss mindestens 1 Bild gezeigt werden.</translation>
    </message>
    <message>
        <source>The other picture</source>
        <translation>Das andere Bild</translation>
    </message>
    <message>
        <source>The package {package} is missing; please install DualHash again.</source>
        <translation>Das Paket {package} fehlt; bitte installieren Sie DualHash neu.</translation>
    </message>
    <message>
        <source>The paper&apos;s scheme: no κ, the envelope&apos;s conjugate, B and Λ from the first step. With step_rule=theorem, output=random, for StoM a momentum below 1/2 and for StoRM a first_batch, it is the one that its theorems speak of. Its codes are much worse than those of the others.</source>
        <translation>Das Verfahren des Artikels: kein κ, die Konjugierte der Hülle, B und Λ vom ersten Schritt an. Mit step_rule=theorem, output=random, bei StoM einem Momentum unter 1/2 und bei StoRM einem first_batch ist es das, von dem seine Sätze sprechen. Seine Codes sind viel schlechter als die der anderen.</translation>
    </message>
    <message>
        <source>The part of a picture to search for must lie inside it and not be empty.</source>
        <translation>Der gesuchte Ausschnitt eines Bildes muss innerhalb des Bildes liegen und darf nicht leer sein.</translation>
    </message>
    <message>
        <source>The picture could not be made: there is too little memory.</source>
        <translation>Das Bild konnte nicht erzeugt werden: Der Speicher reicht nicht.</translation>
    </message>
    <message>
        <source>The picture is not there now.</source>
        <translation>Das Bild ist gerade nicht da.</translation>
    </message>
    <message>
        <source>The picture that is asked for</source>
        <translation>Das Bild, nach dem gefragt wird</translation>
    </message>
    <message>
        <source>The picture to be kept</source>
        <translation>Das Bild, das behalten wird</translation>
    </message>
    <message>
        <source>The picture was not read: the program is closing.</source>
        <translation>Das Bild wurde nicht gelesen: Das Programm wird gerade beendet.</translation>
    </message>
    <message>
        <source>The pictures to learn from need {needed:.1f} GB in {folder}, where {free:.1f} GB are free.</source>
        <translation>Die Bilder, aus denen gelernt werden soll, brauchen {needed:.1f} GB in {folder}, wo {free:.1f} GB frei sind.</translation>
    </message>
    <message>
        <source>The pixels cannot be written to {folder} ({why}).</source>
        <translation>Die Pixel können nicht nach {folder} geschrieben werden ({why}).</translation>
    </message>
    <message>
        <source>The place was handed to your browser, which asks {site} for the map.</source>
        <translation>Der Ort ging an Ihren Browser, der {site} nach der Landkarte fragt.</translation>
    </message>
    <message>
        <source>The process that did this work was ended from outside ({how}); memory may have run out.</source>
        <translation>Der Prozess, der diese Arbeit tat, wurde von außen beendet ({how}); vielleicht ging der Speicher aus.</translation>
    </message>
    <message>
        <source>The processor alone</source>
        <translation>dem Prozessor allein</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>Das Programm wird gerade beendet.</translation>
    </message>
    <message>
        <source>The result of a training has been neither accepted nor discarded.</source>
        <translation>Das Ergebnis eines Trainings wurde weder angenommen noch verworfen.</translation>
    </message>
    <message>
        <source>The same zoom and place</source>
        <translation>Gleich vergrößert und an derselben Stelle</translation>
    </message>
    <message>
        <source>The schema “{schema}” at {place} was not made by DualHash; nothing was changed.</source>
        <translation>Das Schema „{schema}“ unter {place} stammt nicht von DualHash; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The search was given up.</source>
        <translation>Die Suche wurde aufgegeben.</translation>
    </message>
    <message>
        <source>The server answers again.</source>
        <translation>Der Server antwortet wieder.</translation>
    </message>
    <message>
        <source>The server does not answer as a library of DualHash does ({why}).</source>
        <translation>Der Server antwortet nicht wie eine Bibliothek von DualHash ({why}).</translation>
    </message>
    <message>
        <source>The server does not know which pictures are near-copies, nor has it a map.</source>
        <translation>Der Server weiß nicht, welche Bilder Beinahe-Kopien sind, und hat keine Karte.</translation>
    </message>
    <message>
        <source>The server has no pgvector, in which codes are searched; its keeper can add it.</source>
        <translation>Auf dem Server fehlt pgvector, womit Codes gesucht werden; wer ihn betreut, kann es hinzufügen.</translation>
    </message>
    <message>
        <source>The server of {place} cannot be reached ({why}).</source>
        <translation>Der Server von {place} ist nicht erreichbar ({why}).</translation>
    </message>
    <message>
        <source>The server refused ({why}).</source>
        <translation>Der Server hat abgelehnt ({why}).</translation>
    </message>
    <message>
        <source>The shared library was published by a newer DualHash (schema {number}; this program knows {newest}). Update DualHash to open it; nothing was changed.</source>
        <translation>Die geteilte Bibliothek wurde mit einem neueren DualHash veröffentlicht (Schema {number}; dieses Programm kennt {newest}). Aktualisieren Sie DualHash, um sie zu öffnen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The shared library was published by an older DualHash; whoever publishes it does so once more.</source>
        <translation>Die geteilte Bibliothek wurde mit einem älteren DualHash veröffentlicht; wer sie veröffentlicht, tue es noch einmal.</translation>
    </message>
    <message>
        <source>The smallest distance must not be negative.</source>
        <translation>Der kleinste Abstand darf nicht negativ sein.</translation>
    </message>
    <message>
        <source>The system could not open another window ({why}).</source>
        <translation>Das System konnte kein weiteres Fenster öffnen ({why}).</translation>
    </message>
    <message>
        <source>The system lets programs watch {limit} (fs.inotify.max_user_watches); {count:,} folders are looked at every {seconds:.0f} s instead.</source>
        <translation>Das System lässt Programme {limit} beobachten (fs.inotify.max_user_watches); {count:,} Ordner werden stattdessen alle {seconds:.0f} s angesehen.</translation>
    </message>
    <message>
        <source>The table {shown} cannot be read ({why}).</source>
        <translation>Die Tabelle {shown} kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The table “about” in the schema “{schema}” at {place} is not one of DualHash; nothing was changed.</source>
        <translation>Die Tabelle „about“ im Schema „{schema}“ unter {place} ist keine von DualHash; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The thumbnails lie in {folder} now.</source>
        <translation>Die Vorschaubilder liegen jetzt in {folder}.</translation>
    </message>
    <message>
        <source>The thumbnails stay where they were.</source>
        <translation>Die Vorschaubilder bleiben, wo sie waren.</translation>
    </message>
    <message>
        <source>The top of the list comes first.</source>
        <translation>Der Anfang der Liste geht vor.</translation>
    </message>
    <message>
        <source>The training in {folder} cannot be taken up ({why}); please begin anew.</source>
        <translation>Das Training in {folder} kann nicht fortgesetzt werden ({why}); bitte beginnen Sie neu.</translation>
    </message>
    <message>
        <source>The training in {place} was begun by another version of DualHash; please begin anew.</source>
        <translation>Das Training in {place} wurde von einer anderen Version von DualHash begonnen; bitte beginnen Sie neu.</translation>
    </message>
    <message>
        <source>The training stopped</source>
        <translation>Das Training ist stehen geblieben</translation>
    </message>
    <message>
        <source>The tuned model {path} cannot be read ({why}).</source>
        <translation>Das feinabgestimmte Modell {path} kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>The tuned model {path} is damaged: {why}.</source>
        <translation>Das feinabgestimmte Modell {path} ist beschädigt: {why}.</translation>
    </message>
    <message>
        <source>The usual one</source>
        <translation>Der übliche</translation>
    </message>
    <message>
        <source>The version is named {name} now.</source>
        <translation>Die Version heißt jetzt {name}.</translation>
    </message>
    <message>
        <source>The version {name} works on this network; remove that first.</source>
        <translation>Die Version {name} arbeitet mit diesem Netz; entfernen Sie zuerst diese.</translation>
    </message>
    <message>
        <source>The versions are being measured again; save them when that is done.</source>
        <translation>Die Versionen werden gerade neu gemessen; speichern Sie, wenn das fertig ist.</translation>
    </message>
    <message>
        <source>The weights of the model {name} in {path} are damaged; please delete that file and try again.</source>
        <translation>Die Gewichte des Modells {name} in {path} sind beschädigt; bitte löschen Sie diese Datei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The weights of {name} are not those of its layers.</source>
        <translation>Die Gewichte von {name} sind nicht die seiner Schichten.</translation>
    </message>
    <message>
        <source>The weights of {name} are not where timm&apos;s others are; please give a file.</source>
        <translation>Die Gewichte von {name} liegen nicht, wo die anderen von timm liegen; bitte geben Sie eine Datei an.</translation>
    </message>
    <message>
        <source>The whole library, or labelled pictures alone, as in the paper; that forgets all others.</source>
        <translation>Aus der ganzen Bibliothek oder nur aus Bildern mit Stichwort, wie im Artikel; das vergisst alle anderen.</translation>
    </message>
    <message>
        <source>The words of the search field are damaged ({why}).</source>
        <translation>Die Wörter des Suchfelds sind beschädigt ({why}).</translation>
    </message>
    <message>
        <source>The words of this network are cut up by another package, which DualHash does not use.</source>
        <translation>Die Worte dieses Netzes werden von einem anderen Paket zerlegt, das DualHash nicht benutzt.</translation>
    </message>
    <message>
        <source>The words of {name} go through another package, which is not used.</source>
        <translation>Die Worte von {name} gehen durch ein anderes Paket, das nicht benutzt wird.</translation>
    </message>
    <message numerus="yes">
        <source>The {n:,} other pictures of the library are learned from, too: what they look like.</source>
        <comment>The {n:,} other picture of the library is learned from, too: what it looks like.</comment>
        <translation>
            <numerusform>Auch aus dem {n:,} anderen Bild der Bibliothek wird gelernt: wie es aussieht.</numerusform>
            <numerusform>Auch aus den {n:,} anderen Bildern der Bibliothek wird gelernt: wie sie aussehen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The {n:,} other pictures of the library are not learned from.</source>
        <comment>The {n:,} other picture of the library is not learned from.</comment>
        <translation>
            <numerusform>Aus dem {n:,} anderen Bild der Bibliothek wird nicht gelernt.</numerusform>
            <numerusform>Aus den {n:,} anderen Bildern der Bibliothek wird nicht gelernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Theorem eta</source>
        <translation>Eta des Satzes</translation>
    </message>
    <message>
        <source>Theorem of StoRM: ρ in ρ_k = 8ρη²/T^⅔.</source>
        <translation>Satz zu StoRM: ρ in ρ_k = 8ρη²/T^⅔.</translation>
    </message>
    <message>
        <source>Theorem rho</source>
        <translation>Rho des Satzes</translation>
    </message>
    <message>
        <source>Theorems: the assumed Lipschitz constant of the gradient.</source>
        <translation>Sätze: die angenommene Lipschitz-Konstante des Gradienten.</translation>
    </message>
    <message>
        <source>Theorems: η in η_k = η/L_F (StoM), η/(L_F·T^⅓) (StoRM).</source>
        <translation>Sätze: η in η_k = η/L_F (StoM), η/(L_F·T^⅓) (StoRM).</translation>
    </message>
    <message>
        <source>There are no groups; the menu View makes some.</source>
        <translation>Es gibt keine Gruppen; das Menü Ansicht bildet welche.</translation>
    </message>
    <message>
        <source>There are the views {known}, and {words!r} names others.</source>
        <translation>Es gibt die Ansichten {known}, und {words!r} nennt andere.</translation>
    </message>
    <message>
        <source>There are too few labelled pictures {where} to say how many hits would share a label.</source>
        <translation>Es gibt {where} zu wenige Bilder mit Stichwörtern, um zu sagen, wie viele Treffer ein gemeinsames Stichwort hätten.</translation>
    </message>
    <message>
        <source>There is a file {path!r} already.</source>
        <translation>Es gibt schon eine Datei {path!r}.</translation>
    </message>
    <message>
        <source>There is a label {other} already. Merge {label} into it?</source>
        <translation>Es gibt schon ein Stichwort {other}. Soll {label} darin aufgehen?</translation>
    </message>
    <message>
        <source>There is a label “{name}” already.</source>
        <translation>Es gibt schon ein Stichwort „{name}“.</translation>
    </message>
    <message>
        <source>There is a label “{name}” already; the two can be merged.</source>
        <translation>Es gibt schon ein Stichwort „{name}“; die beiden können zusammengelegt werden.</translation>
    </message>
    <message>
        <source>There is no backbone named {name!r}; there are {known}, gist and torchvision&apos;s classification models.</source>
        <translation>Es gibt kein Grundnetz namens {name!r}; es gibt {known}, gist und die Klassifikationsmodelle von torchvision.</translation>
    </message>
    <message>
        <source>There is no folder {path!r}.</source>
        <translation>Es gibt keinen Ordner {path!r}.</translation>
    </message>
    <message>
        <source>There is no label “{label}”.</source>
        <translation>Es gibt kein Stichwort „{label}“.</translation>
    </message>
    <message>
        <source>There is no label “{name}”.</source>
        <translation>Es gibt kein Stichwort „{name}“.</translation>
    </message>
    <message>
        <source>There is no labelled picture to ask for, so nothing can be measured.</source>
        <translation>Es gibt kein Bild mit Stichwort, nach dem gesucht werden könnte; darum lässt sich nichts messen.</translation>
    </message>
    <message>
        <source>There is no labelled picture to search among, so nothing can be measured.</source>
        <translation>Es gibt keine Bilder mit Stichwort, unter denen gesucht werden könnte; darum lässt sich nichts messen.</translation>
    </message>
    <message>
        <source>There is no library at {path}.</source>
        <translation>Unter {path} gibt es keine Bibliothek.</translation>
    </message>
    <message>
        <source>There is no map yet</source>
        <translation>Es gibt noch keine Karte</translation>
    </message>
    <message>
        <source>There is no method named {name!r}; there are {known}.</source>
        <translation>Es gibt kein Verfahren namens {name!r}; es gibt {known}.</translation>
    </message>
    <message>
        <source>There is no model version yet</source>
        <translation>Es gibt noch keine Modellversion</translation>
    </message>
    <message>
        <source>There is no model version {name!r}.</source>
        <translation>Es gibt keine Modellversion {name!r}.</translation>
    </message>
    <message>
        <source>There is no model version {number} any more.</source>
        <translation>Die Modellversion {number} gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>There is no model version {number}.</source>
        <translation>Es gibt keine Modellversion {number}.</translation>
    </message>
    <message>
        <source>There is no network named {name!r}.</source>
        <translation>Es gibt kein Netz mit dem Namen {name!r}.</translation>
    </message>
    <message>
        <source>There is no network {name!r} in this library; there are {known}.</source>
        <translation>In dieser Bibliothek gibt es kein Netz {name!r}; es gibt {known}.</translation>
    </message>
    <message>
        <source>There is no picture, file or folder to paste.</source>
        <translation>Es gibt kein Bild, keine Datei und keinen Ordner zum Einfügen.</translation>
    </message>
    <message>
        <source>There is no preset named {name!r}; there are {known}.</source>
        <translation>Es gibt keine Voreinstellung namens {name!r}; es gibt {known}.</translation>
    </message>
    <message>
        <source>There is no role “{role}” on the server.</source>
        <translation>Auf dem Server gibt es keine Rolle „{role}“.</translation>
    </message>
    <message>
        <source>There is no rule {name!r}; there are {known}.</source>
        <translation>Es gibt keine Regel {name!r}; es gibt {known}.</translation>
    </message>
    <message>
        <source>There is no setting named {name!r}.</source>
        <translation>Es gibt keine Einstellung namens {name!r}.</translation>
    </message>
    <message>
        <source>There is no setting named {name!r}; there are {known}.</source>
        <translation>Es gibt keine Einstellung namens {name!r}; es gibt {known}.</translation>
    </message>
    <message>
        <source>There is no shard {text}: they are counted from 1.</source>
        <translation>Einen Anteil {text} gibt es nicht: Gezählt wird ab 1.</translation>
    </message>
    <message>
        <source>There is no training to go on with.</source>
        <translation>Es gibt kein Training, das fortgesetzt werden könnte.</translation>
    </message>
    <message>
        <source>There is no tuned backbone named {name!r}.</source>
        <translation>Es gibt kein feinabgestimmtes Grundnetz namens {name!r}.</translation>
    </message>
    <message>
        <source>There is none yet: the first one is made when pictures are indexed.</source>
        <translation>Es gibt noch keine: Die erste entsteht, wenn Bilder indiziert werden.</translation>
    </message>
    <message>
        <source>There is not enough room in {folder}: {needed:,} MB are needed, {free:,} MB are free.</source>
        <translation>In {folder} ist nicht genug Platz: {needed:,} MB werden gebraucht, {free:,} MB sind frei.</translation>
    </message>
    <message>
        <source>There is not enough room in {path} for the thumbnails.</source>
        <translation>In {path} ist nicht genug Platz für die Vorschaubilder.</translation>
    </message>
    <message>
        <source>There is nothing to do again.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>There is nothing to learn from these labels: all pictures share a label.</source>
        <translation>Aus diesen Stichwörtern ist nichts zu lernen: Alle Bilder haben ein Stichwort gemeinsam.</translation>
    </message>
    <message>
        <source>There is nothing to learn from these labels: no two pictures share a label.</source>
        <translation>Aus diesen Stichwörtern ist nichts zu lernen: Keine zwei Bilder haben ein Stichwort gemeinsam.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>There is nothing to write: sidecars and pictures say all labels already.</source>
        <translation>Es gibt nichts zu schreiben: alle Stichwörter stehen schon in Begleitdateien und Bildern.</translation>
    </message>
    <message>
        <source>There is only one version; train or import another one to compare it with.</source>
        <translation>Es gibt nur eine Version; trainieren oder importieren Sie eine zweite zum Vergleich.</translation>
    </message>
    <message>
        <source>There is too little memory to compute the features of a picture.</source>
        <translation>Der Speicher reicht nicht, um die Merkmale eines Bildes zu berechnen.</translation>
    </message>
    <message>
        <source>There is too little memory to look at a single picture.</source>
        <translation>Der Speicher reicht nicht, um auch nur ein Bild anzusehen.</translation>
    </message>
    <message>
        <source>There is too little memory to train, even with the smallest batches.</source>
        <translation>Der Speicher reicht nicht zum Trainieren, auch nicht mit den kleinsten Stapeln.</translation>
    </message>
    <message>
        <source>There was nothing held out to measure the result on.</source>
        <translation>Es war nichts zurückgelegt, woran sich das Ergebnis messen ließe.</translation>
    </message>
    <message numerus="yes">
        <source>These are the last copies of {n:,} pictures:</source>
        <comment>This is the last copy of its picture:</comment>
        <translation>
            <numerusform>Dies ist die letzte Kopie des Bildes:</numerusform>
            <numerusform>Dies sind die letzten Kopien von {n:,} Bildern:</numerusform>
        </translation>
    </message>
    <message>
        <source>These files are not known any more.</source>
        <translation>Diese Dateien sind nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>These files have the same content, byte for byte; they are one picture.</source>
        <translation>Diese Dateien haben Byte für Byte denselben Inhalt; sie sind ein Bild.</translation>
    </message>
    <message>
        <source>These pictures are not missing, only away.</source>
        <translation>Diese Bilder fehlen nicht, sie sind nur gerade nicht da.</translation>
    </message>
    <message numerus="yes">
        <source>These pictures are not missing.</source>
        <comment>This picture is not missing.</comment>
        <translation>
            <numerusform>Dieses Bild fehlt nicht.</numerusform>
            <numerusform>Diese Bilder fehlen nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>They appear here as soon as they are found.</source>
        <translation>Sie erscheinen hier, sobald sie gefunden sind.</translation>
    </message>
    <message>
        <source>They are copies: each of these pictures stays in another file.</source>
        <translation>Es sind Kopien: Jedes dieser Bilder bleibt in einer anderen Datei.</translation>
    </message>
    <message>
        <source>They come back by themselves when another picture joins them</source>
        <translation>Sie kommen von selbst wieder, wenn ein weiteres Bild dazukommt</translation>
    </message>
    <message>
        <source>They take {size}.</source>
        <translation>Sie belegen {size}.</translation>
    </message>
    <message>
        <source>They were looked for among {others:,} others: {labelled}, and {learned}.</source>
        <translation>Gesucht wurde unter {others:,} anderen: {labelled}, und {learned}.</translation>
    </message>
    <message>
        <source>Things and kinds told apart more finely, having seen 12,000 kinds; several times slower.</source>
        <translation>Unterscheidet Dinge und Arten feiner, da es 12.000 Arten gesehen hat; um ein Mehrfaches langsamer.</translation>
    </message>
    <message>
        <source>This cannot be measured</source>
        <translation>Das kann nicht gemessen werden</translation>
    </message>
    <message>
        <source>This downloads {name} from huggingface.co/{repository}: about {megabytes:,} MB, licence {licence}. Nothing of your pictures is sent.</source>
        <translation>Dies lädt {name} von huggingface.co/{repository} herunter: etwa {megabytes:,} MB, Lizenz {licence}. Von Ihren Bildern wird nichts gesendet.</translation>
    </message>
    <message>
        <source>This is done with the library on disk, and published again.</source>
        <translation>Das geschieht in der Bibliothek auf der Festplatte, und sie wird neu veröffentlicht.</translation>
    </message>
    <message>
        <source>This is its thumbnail.</source>
        <translation>Dies ist sein Vorschaubild.</translation>
    </message>
    <message>
        <source>This is not the same as the query; it will not be shown for it again ({keys})</source>
        <translation>Das ist nicht dasselbe wie das Suchbild; es wird dafür nicht mehr gezeigt ({keys})</translation>
    </message>
    <message>
        <source>This is part of the library&apos;s own folder; choose a place outside it.</source>
        <translation>Das gehört zum eigenen Ordner der Bibliothek; wählen Sie einen Ort außerhalb.</translation>
    </message>
    <message>
        <source>This is part of the library&apos;s own folder; it holds no photos.</source>
        <translation>Das gehört zum eigenen Ordner der Bibliothek; er enthält keine Fotos.</translation>
    </message>
    <message>
        <source>This is the library&apos;s own folder; no pictures belong there.</source>
        <translation>Das ist der eigene Ordner der Bibliothek; dorthin gehören keine Bilder.</translation>
    </message>
    <message>
        <source>This is the same as the query ({keys})</source>
        <translation>Das ist dasselbe wie das Suchbild ({keys})</translation>
    </message>
    <message>
        <source>This library can only be read here, so no version can be added to it.</source>
        <translation>Diese Bibliothek kann hier nur gelesen werden, also kann keine Version hinzukommen.</translation>
    </message>
    <message>
        <source>This library can only be read here, so nothing can be labelled.</source>
        <translation>Diese Bibliothek kann hier nur gelesen werden, darum lassen sich keine Stichwörter vergeben.</translation>
    </message>
    <message>
        <source>This library is open in another DualHash; here it can only be read.</source>
        <translation>Diese Bibliothek ist in einem anderen DualHash geöffnet; hier kann sie nur gelesen werden.</translation>
    </message>
    <message>
        <source>This library is shared, on {place}. It is searched and labelled here.</source>
        <translation>Diese Bibliothek ist geteilt, auf {place}. Hier wird sie durchsucht und mit Stichwörtern versehen.</translation>
    </message>
    <message>
        <source>This library is shared, on {place}. Your role may search it, and not label it.</source>
        <translation>Diese Bibliothek ist geteilt, auf {place}. Ihre Rolle darf sie durchsuchen, aber keine Stichwörter vergeben.</translation>
    </message>
    <message>
        <source>This library was made by a newer DualHash (schema {version}; this program knows {newest}). Update DualHash to open it; nothing was changed.</source>
        <translation>Diese Bibliothek wurde von einem neueren DualHash gemacht (Schema {version}; dieses Programm kennt {newest}). Aktualisieren Sie DualHash, um sie zu öffnen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>This library was made by an older DualHash and must be opened for writing once.</source>
        <translation>Diese Bibliothek wurde von einem älteren DualHash gemacht und muss einmal zum Schreiben geöffnet werden.</translation>
    </message>
    <message>
        <source>This name is too long.</source>
        <translation>Dieser Name ist zu lang.</translation>
    </message>
    <message>
        <source>This needs the package {package}: “pip install {package}” brings it.</source>
        <translation>Dies braucht das Paket {package}: „pip install {package}“ bringt es.</translation>
    </message>
    <message>
        <source>This needs {package}, which is missing or broken ({why}); {remedy}.</source>
        <translation>Das braucht {package}, das fehlt oder defekt ist ({why}); {remedy}.</translation>
    </message>
    <message>
        <source>This order is for browsing; leave the query first, with Escape.</source>
        <translation>Diese Reihenfolge gibt es nur beim Blättern; verlassen Sie zuerst die Suche mit Esc.</translation>
    </message>
    <message>
        <source>This picture cannot be shown: {why}.</source>
        <translation>Dieses Bild kann nicht gezeigt werden: {why}.</translation>
    </message>
    <message>
        <source>This picture cannot be used: {why}.</source>
        <translation>Dieses Bild kann nicht verwendet werden: {why}.</translation>
    </message>
    <message>
        <source>This picture does not belong to the others; it lasts (N)</source>
        <translation>Dieses Bild gehört nicht zu den anderen; das bleibt gemerkt (N)</translation>
    </message>
    <message>
        <source>This picture does not say where it was taken.</source>
        <translation>Dieses Bild sagt nicht, wo es aufgenommen wurde.</translation>
    </message>
    <message>
        <source>This picture is not available: its file is missing or its drive is not connected.</source>
        <translation>Dieses Bild ist nicht erreichbar: Seine Datei fehlt, oder sein Laufwerk ist nicht angeschlossen.</translation>
    </message>
    <message>
        <source>This picture is not available; its file or its drive is away.</source>
        <translation>Dieses Bild ist nicht verfügbar; seine Datei oder ihr Laufwerk ist nicht da.</translation>
    </message>
    <message>
        <source>This picture is not in the library any more.</source>
        <translation>Dieses Bild ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>This search did not work</source>
        <translation>Diese Suche ist nicht gelungen</translation>
    </message>
    <message>
        <source>This version has no codes yet.</source>
        <translation>Diese Version hat noch keine Codes.</translation>
    </message>
    <message>
        <source>This version was fitted without labels: its outputs were never meant to end at ±1.</source>
        <translation>Diese Version wurde ohne Stichwörter angepasst: Ihre Ausgaben sollten nie bei ±1 enden.</translation>
    </message>
    <message>
        <source>This version was trained on all labelled pictures, so there is nothing to measure it on.</source>
        <translation>Diese Version wurde auf allen Bildern mit Stichwort trainiert; es gibt nichts, woran sie sich messen ließe.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>Thumbnails</source>
        <translation>Vorschaubilder</translation>
    </message>
    <message>
        <source>Thumbnails cannot lie on a network drive ({kind}).</source>
        <translation>Vorschaubilder können nicht auf einem Netzlaufwerk liegen ({kind}).</translation>
    </message>
    <message>
        <source>Thumbnails lie in</source>
        <translation>Vorschaubilder liegen in</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Time&amp;line</source>
        <translation>&amp;Zeitleiste</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To</source>
        <comment>a folder</comment>
        <translation>Nach</translation>
    </message>
    <message>
        <source>To be dropped: {where}</source>
        <translation>Zum Aussortieren: {where}</translation>
    </message>
    <message>
        <source>To this day</source>
        <translation>Bis zu diesem Tag</translation>
    </message>
    <message>
        <source>Too few labelled pictures to set some aside while it trains; the result is measured at the end</source>
        <translation>Zu wenige Bilder mit Stichwort, um beim Training einige beiseitezulegen; das Ergebnis wird am Ende gemessen</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Took too long</source>
        <translation>Dauerte zu lange</translation>
    </message>
    <message>
        <source>Train on my labels</source>
        <translation>Mit meinen Stichwörtern trainieren</translation>
    </message>
    <message>
        <source>Train once more on all labels at the end, those that were held out too. The figures are taken before that, and the version cannot be measured on these labels again.</source>
        <translation>Am Ende noch einmal mit allen Stichwörtern trainieren, auch mit den zurückgelegten. Die Zahlen stammen von vorher, und die Version kann an diesen Stichwörtern nicht wieder gemessen werden.</translation>
    </message>
    <message>
        <source>Train; the window stays usable meanwhile</source>
        <translation>Trainieren; das Fenster bleibt währenddessen benutzbar</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Training is done; {keys} shows the result.</source>
        <translation>Das Training ist fertig; {keys} zeigt das Ergebnis.</translation>
    </message>
    <message>
        <source>Training on all labels</source>
        <translation>Auf allen Stichwörtern wird trainiert</translation>
    </message>
    <message>
        <source>Training stopped: the loss is not finite any more. A smaller learning rate may help.</source>
        <translation>Das Training hielt an: Der Verlust ist nicht mehr endlich. Eine kleinere Lernrate hilft vielleicht.</translation>
    </message>
    <message>
        <source>Training the hash layers first</source>
        <translation>Zuerst werden die Hash-Schichten trainiert</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Turn the order round</source>
        <translation>Die Reihenfolge umkehren</translation>
    </message>
    <message>
        <source>Turn to the left; the file stays as it is</source>
        <translation>Nach links drehen; die Datei bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Turn to the right; the file stays as it is</source>
        <translation>Nach rechts drehen; die Datei bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Two versions compared</source>
        <translation>Zwei Versionen im Vergleich</translation>
    </message>
    <message>
        <source>Type a label</source>
        <translation>Stichwort eintippen</translation>
    </message>
    <message>
        <source>Type a label…  (L)</source>
        <translation>Stichwort eintippen…  (L)</translation>
    </message>
    <message>
        <source>U or Ctrl+Z</source>
        <translation>U oder Strg+Z</translation>
    </message>
    <message>
        <source>Undone: {what}</source>
        <translation>Zurückgenommen: {what}</translation>
    </message>
    <message>
        <source>Unlabelled</source>
        <comment>in the list of labels</comment>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>Unlabelled</source>
        <translation>Ohne Stichwort</translation>
    </message>
    <message>
        <source>Unlabelled pictures are for browsing; leave the query first, with Escape.</source>
        <translation>Bilder ohne Stichwort gibt es nur beim Blättern; verlassen Sie zuerst mit Esc die Suche.</translation>
    </message>
    <message>
        <source>Unlike</source>
        <translation>Unähnlich</translation>
    </message>
    <message>
        <source>Unlike · part</source>
        <translation>Unähnlich · Teil</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Up and Down go to another group, Left and Right to another picture of it</source>
        <translation>Auf und Ab gehen zu einer anderen Gruppe, Links und Rechts zu einem anderen Bild darin</translation>
    </message>
    <message>
        <source>Up, Down, Page up …</source>
        <translation>Auf, Ab, Bild auf …</translation>
    </message>
    <message>
        <source>Up, Down, then Enter</source>
        <translation>Auf, Ab, dann Eingabe</translation>
    </message>
    <message>
        <source>Usual order</source>
        <translation>Übliche Reihenfolge</translation>
    </message>
    <message>
        <source>V&amp;ersion:</source>
        <translation>V&amp;ersion:</translation>
    </message>
    <message>
        <source>Validation mAP</source>
        <translation>mAP der Validierung</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Version “{name}” was left out: {why}</source>
        <translation>Die Version „{name}“ wurde ausgelassen: {why}</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>Viewer</source>
        <translation>Betrachter</translation>
    </message>
    <message>
        <source>Waiting for “{job}” to end</source>
        <translation>Wartet auf das Ende von „{job}“</translation>
    </message>
    <message>
        <source>Watch these folders: notice what other programs add, change or remove</source>
        <translation>Beobachten: bemerken, was andere Programme hinzufügen, ändern, entfernen</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Weight cap</source>
        <translation>Größtes Gewicht</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtsabnahme</translation>
    </message>
    <message>
        <source>Weight of an accepted or rejected pair.</source>
        <translation>Gewicht eines bestätigten oder abgelehnten Paars.</translation>
    </message>
    <message>
        <source>Weight of the Cauchy quantisation loss.</source>
        <translation>Gewicht des Cauchy-Quantisierungsverlusts.</translation>
    </message>
    <message>
        <source>Weight of the classification of B.</source>
        <translation>Gewicht der Klassifikation von B.</translation>
    </message>
    <message>
        <source>Weight of the last step in y = x + α_k(x - x_prev).</source>
        <translation>Gewicht des letzten Schritts in y = x + α_k(x - x_prev).</translation>
    </message>
    <message>
        <source>Weight of the pairwise part.</source>
        <translation>Gewicht des paarweisen Teils.</translation>
    </message>
    <message>
        <source>Weight of Σ log cosh(|z| - 1).</source>
        <translation>Gewicht von Σ log cosh(|z| - 1).</translation>
    </message>
    <message>
        <source>Weight of ‖B - F(X)‖².</source>
        <translation>Gewicht von ‖B - F(X)‖².</translation>
    </message>
    <message>
        <source>Weight of ‖B - U‖².</source>
        <translation>Gewicht von ‖B - U‖².</translation>
    </message>
    <message>
        <source>Weight of ‖P‖² beside ‖B - F(X)‖².</source>
        <translation>Gewicht von ‖P‖² neben ‖B - F(X)‖².</translation>
    </message>
    <message>
        <source>Weight of ‖W‖².</source>
        <translation>Gewicht von ‖W‖².</translation>
    </message>
    <message>
        <source>Weight of ‖b - u‖².</source>
        <translation>Gewicht von ‖b - u‖².</translation>
    </message>
    <message>
        <source>Weight of ‖x‖²/2 in the objective.</source>
        <translation>Gewicht von ‖x‖²/2 in der Zielfunktion.</translation>
    </message>
    <message>
        <source>Weight of ‖|z| - 1‖₁.</source>
        <translation>Gewicht von ‖|z| - 1‖₁.</translation>
    </message>
    <message>
        <source>What can be searched for</source>
        <translation>Wonach gesucht werden kann</translation>
    </message>
    <message>
        <source>What can be written here</source>
        <translation>Was hier stehen kann</translation>
    </message>
    <message>
        <source>What computes is said when pictures are indexed.</source>
        <translation>Was rechnet, steht hier, wenn Bilder indiziert werden.</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was verschieden ist</translation>
    </message>
    <message>
        <source>What differs glows, what is the same is grey (V)</source>
        <translation>Was verschieden ist, leuchtet; was gleich ist, ist grau (V)</translation>
    </message>
    <message>
        <source>What is alike will lie together. How long it takes stands below.</source>
        <translation>Was sich ähnelt, wird beieinanderliegen. Wie lange es dauert, steht unten.</translation>
    </message>
    <message>
        <source>What is in a sidecar stays, and pictures are not touched.</source>
        <translation>Was in einer Begleitdatei steht, bleibt, und Bilder werden nicht angerührt.</translation>
    </message>
    <message>
        <source>What is kept</source>
        <translation>Was behalten wird</translation>
    </message>
    <message>
        <source>What is left are the pictures that you skipped.</source>
        <translation>Übrig sind die Bilder, die Sie übersprungen haben.</translation>
    </message>
    <message>
        <source>What is left of a training could not be removed from {folder}: {why}.</source>
        <translation>Was von einem Training übrig ist, konnte nicht aus {folder} entfernt werden: {why}.</translation>
    </message>
    <message>
        <source>What is marked</source>
        <translation>Was markiert ist</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>Was ausgewählt ist</translation>
    </message>
    <message>
        <source>What is selected there</source>
        <translation>Was dort ausgewählt ist</translation>
    </message>
    <message>
        <source>What is ticked is shown beside a picture and in the viewer, where it is known.</source>
        <translation>Was angehakt ist, steht neben einem Bild und im Betrachter, soweit es bekannt ist.</translation>
    </message>
    <message>
        <source>What it has learned from; the details below name the method</source>
        <translation>Woraus sie gelernt hat; die Einzelheiten unten nennen das Verfahren</translation>
    </message>
    <message>
        <source>What it takes on disk, about</source>
        <translation>Was sie ungefähr auf der Platte belegt</translation>
    </message>
    <message>
        <source>What it will train on</source>
        <translation>Womit trainiert wird</translation>
    </message>
    <message>
        <source>What lies in them is kept rather than its copies elsewhere; the first one most.</source>
        <translation>Was darin liegt, wird eher behalten als seine Kopien anderswo; der erste Ordner gilt am meisten.</translation>
    </message>
    <message>
        <source>What pictures sho&amp;w…</source>
        <translation>Was Bilder &amp;zeigen…</translation>
    </message>
    <message>
        <source>What pictures show</source>
        <translation>Was Bilder zeigen</translation>
    </message>
    <message>
        <source>What the grid shows</source>
        <translation>Was das Raster zeigt</translation>
    </message>
    <message>
        <source>What the strictness admits</source>
        <translation>Was die Strenge zulässt</translation>
    </message>
    <message>
        <source>What these distances mean</source>
        <translation>Was diese Abstände bedeuten</translation>
    </message>
    <message>
        <source>What to expect</source>
        <translation>Was zu erwarten ist</translation>
    </message>
    <message>
        <source>What waited was not begun.</source>
        <translation>Was wartete, wurde nicht begonnen.</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>What was done to files</source>
        <translation>Was mit Dateien geschah</translation>
    </message>
    <message>
        <source>What was noticed is left for later: nobody reads new pictures now.</source>
        <translation>Was bemerkt wurde, bleibt für später: Jetzt liest niemand neue Bilder.</translation>
    </message>
    <message numerus="yes">
        <source>What was said of {n:,} pictures is taken back</source>
        <comment>What was said of {n:,} picture is taken back</comment>
        <translation>
            <numerusform>Was von {n:,} Bild gesagt war, ist zurückgenommen</numerusform>
            <numerusform>Was von {n:,} Bildern gesagt war, ist zurückgenommen</numerusform>
        </translation>
    </message>
    <message>
        <source>What was written down of this version is lost: it cannot serve, but be removed.</source>
        <translation>Was über diese Version aufgeschrieben war, ist verloren: Sie kann nicht dienen, aber entfernt werden.</translation>
    </message>
    <message>
        <source>What you had done to files in this library, the last first; below, the files of the chosen entry.</source>
        <translation>Was Sie in dieser Bibliothek mit Dateien getan haben, das Letzte zuerst; darunter die Dateien des gewählten Eintrags.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>When it was made, or imported</source>
        <translation>Wann sie erstellt oder importiert wurde</translation>
    </message>
    <message>
        <source>Where the gradient is taken, z = x + β_k(x - x_prev).</source>
        <translation>Wo der Gradient genommen wird, z = x + β_k(x - x_prev).</translation>
    </message>
    <message>
        <source>Whether every picture has a code of this version; those that lack one are made when it is activated</source>
        <translation>Ob jedes Bild einen Code dieser Version hat; fehlende entstehen, wenn sie aktiviert wird</translation>
    </message>
    <message>
        <source>Which iterate is kept: best on validation, the last, or one drawn at random.</source>
        <translation>Welcher Stand behalten wird: der beste bei der Validierung, der letzte oder ein zufällig gezogener.</translation>
    </message>
    <message>
        <source>Which keywords, and how they become labels</source>
        <translation>Welche es sind und wie sie übernommen werden</translation>
    </message>
    <message>
        <source>Which label fits?</source>
        <translation>Welches Stichwort passt?</translation>
    </message>
    <message>
        <source>Which picture of a group is the best</source>
        <translation>Welches Bild einer Gruppe das beste ist</translation>
    </message>
    <message>
        <source>Which picture of a group is the best, and which folders you prefer (R)</source>
        <translation>Welches Bild einer Gruppe das beste ist, und welche Ordner Sie bevorzugen (R)</translation>
    </message>
    <message>
        <source>Who you are, your password and TLS are PostgreSQL’s own affair: a service file, the password file, or variables such as PGUSER and PGSSLMODE. DualHash keeps no password.</source>
        <translation>Wer Sie sind, Ihr Passwort und TLS sind Sache von PostgreSQL: eine Dienstdatei, die Passwortdatei oder Variablen wie PGUSER und PGSSLMODE. DualHash bewahrt kein Passwort auf.</translation>
    </message>
    <message>
        <source>Widen the distance, or leave the query with Escape.</source>
        <translation>Vergrößern Sie den Abstand, oder verlassen Sie die Suche mit Esc.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width of the hidden hash layer.</source>
        <translation>Breite der verborgenen Hash-Schicht.</translation>
    </message>
    <message>
        <source>Width of the kernel, in mean squared distances between two pictures.</source>
        <translation>Breite des Kerns, in mittleren quadratischen Abständen zweier Bilder.</translation>
    </message>
    <message>
        <source>With the &amp;place where it was taken (GPS)</source>
        <translation>Mit dem &amp;Ort der Aufnahme (GPS)</translation>
    </message>
    <message>
        <source>With the whole library: what neighbours count, where labels count 1; less beside many.</source>
        <translation>Mit der ganzen Bibliothek: was Nachbarn zählen, wenn Stichwörter 1 zählen; neben vielen weniger.</translation>
    </message>
    <message>
        <source>With them go {all}. No file is touched; one that turns up again is new.</source>
        <translation>Mit ihnen verschwinden: {all}. Keine Datei wird angerührt; eine, die wieder auftaucht, ist neu.</translation>
    </message>
    <message>
        <source>With what has come since; it goes on in the background</source>
        <translation>Mit dem, was seitdem dazukam; es geschieht im Hintergrund</translation>
    </message>
    <message numerus="yes">
        <source>With {n:,} held-out pictures the figures vary by chance; Quick takes them on {splits} splits, with their spread (±).</source>
        <comment>With {n:,} held-out picture the figures vary by chance; Quick takes them on {splits} splits, with their spread (±).</comment>
        <translation>
            <numerusform>Mit {n:,} zurückgelegten Bild schwanken die Zahlen zufällig; Schnell nimmt sie aus {splits} Aufteilungen, mit ihrer Streuung (±).</numerusform>
            <numerusform>Mit {n:,} zurückgelegten Bildern schwanken die Zahlen zufällig; Schnell nimmt sie aus {splits} Aufteilungen, mit ihrer Streuung (±).</numerusform>
        </translation>
    </message>
    <message>
        <source>Without labels only the hash layers can be trained, not the whole network.</source>
        <translation>Ohne Stichwörter können nur die Hash-Schichten trainiert werden, nicht das ganze Netz.</translation>
    </message>
    <message>
        <source>Words in names, folders, labels, cameras, lenses, texts, and dates; all of them must hold. The sign at the right, or Down in the empty field, shows what else can be written.</source>
        <translation>Wörter in Namen, Ordnern, Stichwörtern, Kameras, Objektiven, Texten und Daten; alle müssen zutreffen. Das Zeichen rechts, oder die Taste Ab im leeren Feld, zeigt, was sonst noch stehen kann.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write labels into sidecars</source>
        <translation>Stichwörter in Begleitdateien schreiben</translation>
    </message>
    <message>
        <source>Write the version to a file (E)</source>
        <translation>Die Version in eine Datei schreiben (E)</translation>
    </message>
    <message>
        <source>Writing labels</source>
        <translation>Stichwörter werden geschrieben</translation>
    </message>
    <message>
        <source>Writing sidecars</source>
        <translation>Begleitdateien schreiben</translation>
    </message>
    <message>
        <source>Writing the file</source>
        <translation>Die Datei wird geschrieben</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Wird geschrieben…</translation>
    </message>
    <message>
        <source>Written to {path}.</source>
        <translation>Geschrieben nach {path}.</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Yes  (Y)</source>
        <translation>Ja  (Y)</translation>
    </message>
    <message>
        <source>Yes, and more  (A)</source>
        <translation>Ja, und mehr  (A)</translation>
    </message>
    <message>
        <source>You can close this window: the training goes on, and {keys} brings it back.</source>
        <translation>Sie können dieses Fenster schließen: Das Training geht weiter, {keys} holt es zurück.</translation>
    </message>
    <message>
        <source>You keep all of those that were found; the box above shows them.</source>
        <translation>Sie behalten alle, die gefunden wurden; das Kästchen oben zeigt sie.</translation>
    </message>
    <message>
        <source>Your role on the server may not do that ({why}).</source>
        <translation>Ihre Rolle auf dem Server darf das nicht ({why}).</translation>
    </message>
    <message>
        <source>Your role on the server may only read.</source>
        <translation>Ihre Rolle auf dem Server darf nur lesen.</translation>
    </message>
    <message>
        <source>Z, Ctrl+1</source>
        <translation>Z, Strg+1</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>a border or bars around it</source>
        <translation>ein Rand oder Balken darum</translation>
    </message>
    <message>
        <source>a label: label:cat, or label:&quot;black cat&quot;</source>
        <translation>ein Stichwort: label:Katze oder label:&quot;schwarze Katze&quot;</translation>
    </message>
    <message>
        <source>a link leads out of the library&apos;s folders to it</source>
        <translation>eine Verknüpfung führt aus den Ordnern der Bibliothek hinaus zu ihr</translation>
    </message>
    <message>
        <source>a little alike</source>
        <translation>etwas ähnlich</translation>
    </message>
    <message>
        <source>a model file has a name that none has</source>
        <translation>eine Modelldatei hat einen Namen, den keine hat</translation>
    </message>
    <message>
        <source>a multiple of 8 from {fewest} to {most}</source>
        <translation>ein Vielfaches von 8 von {fewest} bis {most}</translation>
    </message>
    <message>
        <source>a network drive</source>
        <translation>ein Netzlaufwerk</translation>
    </message>
    <message>
        <source>a quarter of them, up to half where few pictures have labels; none on labels alone</source>
        <translation>ein Viertel davon, bis zur Hälfte, wo wenige Bilder Stichwörter haben; keine bei Stichwörtern allein</translation>
    </message>
    <message>
        <source>about {percent:.0f} % right</source>
        <translation>etwa {percent:.0f} % richtig</translation>
    </message>
    <message>
        <source>activate</source>
        <translation>aktivieren</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>alle ähnlich</translation>
    </message>
    <message>
        <source>all are kept</source>
        <translation>alle werden behalten</translation>
    </message>
    <message>
        <source>all of them have a label</source>
        <translation>alle davon haben ein Stichwort</translation>
    </message>
    <message>
        <source>all very alike</source>
        <translation>alle sehr ähnlich</translation>
    </message>
    <message>
        <source>all {epochs:,} epochs are done; only measuring is left.</source>
        <translation>alle {epochs:,} Epochen sind fertig; es fehlt nur noch das Messen.</translation>
    </message>
    <message>
        <source>also lens:, folder:, name:, text:</source>
        <translation>auch lens:, folder:, name:, text:</translation>
    </message>
    <message>
        <source>and {n:,} more</source>
        <translation>und {n:,} weitere</translation>
    </message>
    <message>
        <source>another group</source>
        <translation>andere Gruppe</translation>
    </message>
    <message>
        <source>another month of the timeline</source>
        <translation>anderer Monat der Zeitleiste</translation>
    </message>
    <message>
        <source>another picture</source>
        <translation>anderes Bild</translation>
    </message>
    <message>
        <source>another picture of it</source>
        <translation>anderes Bild davon</translation>
    </message>
    <message>
        <source>another picture, all</source>
        <translation>anderes Bild, alle</translation>
    </message>
    <message>
        <source>as asked for</source>
        <translation>wie verlangt</translation>
    </message>
    <message>
        <source>as good by every rule, but {but}</source>
        <translation>nach jeder Regel gleich gut, aber {but}</translation>
    </message>
    <message>
        <source>at distance {low}</source>
        <translation>im Abstand {low}</translation>
    </message>
    <message>
        <source>at distances {low} to {high}</source>
        <translation>in den Abständen {low} bis {high}</translation>
    </message>
    <message>
        <source>at least a little alike</source>
        <translation>mindestens etwas ähnlich</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>automatic ({what})</source>
        <translation>automatisch ({what})</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>back and forward</source>
        <translation>zurück und vor</translation>
    </message>
    <message>
        <source>back to the query before</source>
        <translation>zurück zur Suche davor</translation>
    </message>
    <message>
        <source>base_bits must be a multiple of 8 and leave at least 8 of {bits} bits, not {base_bits}.</source>
        <translation>base_bits muss ein Vielfaches von 8 sein und mindestens 8 von {bits} Bit übrig lassen, nicht {base_bits}.</translation>
    </message>
    <message>
        <source>batches of {n:,}</source>
        <translation>je {n:,} Bilder</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>best {value:.3f}</source>
        <translation>beste {value:.3f}</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>bits / 2</source>
        <translation>Bits / 2</translation>
    </message>
    <message>
        <source>bits / 4</source>
        <translation>Bits / 4</translation>
    </message>
    <message>
        <source>bits changed</source>
        <translation>geänderte Bits</translation>
    </message>
    <message>
        <source>bits must be a multiple of 8, not {bits}.</source>
        <translation>bits muss ein Vielfaches von 8 sein, nicht {bits}.</translation>
    </message>
    <message>
        <source>bits, {room}: longer codes tell more apart and take more room</source>
        <translation>Bit, {room}: Längere Codes unterscheiden mehr und brauchen mehr Platz</translation>
    </message>
    <message>
        <source>bits, {words}</source>
        <translation>Bit, {words}</translation>
    </message>
    <message>
        <source>can be taken back</source>
        <translation>rücknehmbar</translation>
    </message>
    <message>
        <source>cannot be taken back</source>
        <translation>nicht rücknehmbar</translation>
    </message>
    <message>
        <source>cat</source>
        <comment>a word to search for</comment>
        <translation>Katze</translation>
    </message>
    <message>
        <source>centres of guaranteed distance, one for each label</source>
        <translation>Zentren mit garantiertem Abstand, eines pro Stichwort</translation>
    </message>
    <message>
        <source>change between similar and unlike</source>
        <translation>ähnlich oder unähnlich</translation>
    </message>
    <message>
        <source>choose the version, the other one</source>
        <translation>die Version wählen, die andere</translation>
    </message>
    <message>
        <source>choose them, any date again</source>
        <translation>sie wählen, wieder alle Tage</translation>
    </message>
    <message>
        <source>clearly worse</source>
        <translation>deutlich schlechter</translation>
    </message>
    <message>
        <source>codes and thumbnails</source>
        <translation>Codes und Vorschaubilder</translation>
    </message>
    <message>
        <source>compare, and back</source>
        <translation>vergleichen und zurück</translation>
    </message>
    <message>
        <source>compare; S swaps the two</source>
        <translation>vergleichen; S tauscht die beiden</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>cosines to one orthogonal code for each label</source>
        <translation>Kosinus zu je einem orthogonalen Code pro Stichwort</translation>
    </message>
    <message>
        <source>default {value}</source>
        <translation>Vorgabe {value}</translation>
    </message>
    <message>
        <source>details, full screen</source>
        <translation>Einzelheiten, ganzer Bildschirm</translation>
    </message>
    <message>
        <source>did not fire</source>
        <translation>nicht ausgelöst</translation>
    </message>
    <message>
        <source>different label</source>
        <translation>anderes Stichwort</translation>
    </message>
    <message>
        <source>discrete codes of a subset at a time guide the network</source>
        <translation>diskrete Codes von jeweils einer Teilmenge leiten das Netz</translation>
    </message>
    <message>
        <source>distance {bits}</source>
        <translation>Abstand {bits}</translation>
    </message>
    <message>
        <source>distance {distance:g}</source>
        <translation>Abstand {distance:g}</translation>
    </message>
    <message>
        <source>distance {distance}</source>
        <translation>Abstand {distance}</translation>
    </message>
    <message>
        <source>distances of pairs against a margin, ‖|z| - 1‖₁</source>
        <translation>Abstände von Paaren gegen einen Spielraum, ‖|z| - 1‖₁</translation>
    </message>
    <message>
        <source>done; not there any more</source>
        <translation>getan; nicht mehr da</translation>
    </message>
    <message>
        <source>elsewhere, {when}; imported {added}</source>
        <translation>anderswo, {when}; importiert {added}</translation>
    </message>
    <message>
        <source>empty for {automatic}</source>
        <translation>leer für {automatic}</translation>
    </message>
    <message>
        <source>end</source>
        <translation>beenden</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>evaluate</source>
        <translation>auswerten</translation>
    </message>
    <message>
        <source>export, import</source>
        <translation>ausführen, einlesen</translation>
    </message>
    <message>
        <source>eyes open</source>
        <translation>Augen offen</translation>
    </message>
    <message>
        <source>eyes shut</source>
        <translation>Augen geschlossen</translation>
    </message>
    <message>
        <source>eyes shut: {shut} of {seen} people</source>
        <translation>Augen geschlossen: {shut} von {seen} Personen</translation>
    </message>
    <message>
        <source>f/{number:.3g}</source>
        <translation>f/{number:.3g}</translation>
    </message>
    <message>
        <source>few: expect little</source>
        <translation>wenige: nicht viel zu erwarten</translation>
    </message>
    <message>
        <source>fewer pixels</source>
        <translation>weniger Pixel</translation>
    </message>
    <message>
        <source>find similar pictures</source>
        <translation>ähnliche Bilder finden</translation>
    </message>
    <message>
        <source>find similar, search for a part</source>
        <translation>ähnliche finden, Teil suchen</translation>
    </message>
    <message>
        <source>fired</source>
        <translation>ausgelöst</translation>
    </message>
    <message>
        <source>first by name</source>
        <translation>dem Namen nach das erste</translation>
    </message>
    <message>
        <source>first of {group}</source>
        <translation>erstes von {group}</translation>
    </message>
    <message>
        <source>first ten hits clearly worse</source>
        <translation>erste zehn Treffer deutlich schlechter</translation>
    </message>
    <message>
        <source>fit, full size</source>
        <translation>einpassen, volle Größe</translation>
    </message>
    <message>
        <source>fitted or 100 %, 100 %</source>
        <translation>eingepasst oder 100 %, 100 %</translation>
    </message>
    <message>
        <source>found through CUDA {cuda}</source>
        <translation>gefunden über CUDA {cuda}</translation>
    </message>
    <message>
        <source>from the camera</source>
        <translation>von der Kamera</translation>
    </message>
    <message>
        <source>give that label to the chosen pictures</source>
        <translation>es den gewählten Bildern geben</translation>
    </message>
    <message>
        <source>give the label, or take it</source>
        <translation>das Stichwort geben oder nehmen</translation>
    </message>
    <message>
        <source>go to another picture</source>
        <translation>zu einem anderen Bild</translation>
    </message>
    <message>
        <source>hardly alike</source>
        <translation>kaum ähnlich</translation>
    </message>
    <message>
        <source>has labels</source>
        <translation>hat Stichwörter</translation>
    </message>
    <message>
        <source>has no labels</source>
        <translation>hat keine Stichwörter</translation>
    </message>
    <message>
        <source>hash layers on stored features</source>
        <translation>Hash-Schichten auf gespeicherten Merkmalen</translation>
    </message>
    <message>
        <source>hotkey {key}</source>
        <translation>Schnelltaste {key}</translation>
    </message>
    <message>
        <source>in a folder that you prefer</source>
        <translation>in einem Ordner, den Sie bevorzugen</translation>
    </message>
    <message>
        <source>in names, folders, labels, cameras, texts</source>
        <translation>in Namen, Ordnern, Stichwörtern, Kameras, Texten</translation>
    </message>
    <message>
        <source>in the folder “{name}”</source>
        <translation>im Ordner „{name}“</translation>
    </message>
    <message numerus="yes">
        <source>in {n:,} labels</source>
        <comment>in {n:,} label</comment>
        <translation>
            <numerusform>mit {n:,} Stichwort</numerusform>
            <numerusform>mit zusammen {n:,} Stichwörtern</numerusform>
        </translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>interrupted; its drive is away</source>
        <translation>unterbrochen; das Laufwerk ist nicht da</translation>
    </message>
    <message>
        <source>it</source>
        <comment>a version</comment>
        <translation>sie</translation>
    </message>
    <message>
        <source>it cannot be looked at ({why})</source>
        <translation>sie kann nicht angesehen werden ({why})</translation>
    </message>
    <message>
        <source>it cannot be opened ({why})</source>
        <translation>sie kann nicht geöffnet werden ({why})</translation>
    </message>
    <message>
        <source>it cannot be put into the trash ({why})</source>
        <translation>sie kann nicht in den Papierkorb gelegt werden ({why})</translation>
    </message>
    <message>
        <source>it cannot be read ({why})</source>
        <translation>sie kann nicht gelesen werden ({why})</translation>
    </message>
    <message>
        <source>it changed while it was read; the next indexing tries again</source>
        <translation>sie änderte sich, während sie gelesen wurde; die nächste Indizierung versucht es wieder</translation>
    </message>
    <message>
        <source>it comes later by name</source>
        <translation>es kommt dem Namen nach später</translation>
    </message>
    <message>
        <source>it could not be read as a picture</source>
        <translation>sie konnte nicht als Bild gelesen werden</translation>
    </message>
    <message>
        <source>it declares namespaces over and over</source>
        <translation>es erklärt immer wieder Namensräume</translation>
    </message>
    <message>
        <source>it does not compute with a picture of {side} x {side} pixels</source>
        <translation>es rechnet nicht mit einem Bild von {side} x {side} Pixeln</translation>
    </message>
    <message>
        <source>it gave no features</source>
        <translation>es gab keine Merkmale</translation>
    </message>
    <message>
        <source>it has a document type of its own, which metadata has no use for</source>
        <translation>es hat einen eigenen Dokumenttyp, den Metadaten nicht brauchen</translation>
    </message>
    <message>
        <source>it has changed just now</source>
        <translation>sie hat sich gerade geändert</translation>
    </message>
    <message>
        <source>it has changed since it was indexed; look for changes first</source>
        <translation>sie hat sich geändert, seit sie indiziert wurde; suchen Sie zuerst nach Änderungen</translation>
    </message>
    <message>
        <source>it has changed since it was written</source>
        <translation>sie hat sich geändert, seit sie geschrieben wurde</translation>
    </message>
    <message>
        <source>it has more than {megabytes} MB</source>
        <translation>es sind mehr als {megabytes} MB</translation>
    </message>
    <message>
        <source>it has more than {most} elements</source>
        <translation>es sind mehr als {most} Elemente</translation>
    </message>
    <message>
        <source>it has more than {most} namespaces</source>
        <translation>es sind mehr als {most} Namensräume</translation>
    </message>
    <message>
        <source>it has not been read yet</source>
        <translation>sie wurde noch nicht gelesen</translation>
    </message>
    <message>
        <source>it has the label, or not</source>
        <translation>es hat das Stichwort oder nicht</translation>
    </message>
    <message>
        <source>it holds a hash function of a kind that this DualHash does not know</source>
        <translation>sie enthält eine Hash-Funktion einer Art, die dieses DualHash nicht kennt</translation>
    </message>
    <message>
        <source>it holds codes of another length than {bits} bits</source>
        <translation>er enthält Codes, die nicht {bits} Bit lang sind</translation>
    </message>
    <message>
        <source>it holds no RDF</source>
        <translation>es enthält kein RDF</translation>
    </message>
    <message>
        <source>it holds no exported model version</source>
        <translation>sie enthält keine exportierte Modellversion</translation>
    </message>
    <message>
        <source>it holds something other than the weights of a network</source>
        <translation>sie enthält etwas anderes als die Gewichte eines Netzes</translation>
    </message>
    <message>
        <source>it holds tensors that belong to no model version</source>
        <translation>sie enthält Tensoren, die zu keiner Modellversion gehören</translation>
    </message>
    <message>
        <source>it is a device, not a picture</source>
        <translation>es ist ein Gerät, kein Bild</translation>
    </message>
    <message>
        <source>it is a link that leads nowhere</source>
        <translation>es ist eine Verknüpfung, die nirgendwohin führt</translation>
    </message>
    <message>
        <source>it is a link, or no file</source>
        <translation>sie ist eine Verknüpfung oder keine Datei</translation>
    </message>
    <message>
        <source>it is a link; the picture itself lies elsewhere</source>
        <translation>es ist eine Verknüpfung; das Bild selbst liegt woanders</translation>
    </message>
    <message>
        <source>it is a network drive ({kind})</source>
        <translation>er ist ein Netzlaufwerk ({kind})</translation>
    </message>
    <message>
        <source>it is a pipe, not a picture</source>
        <translation>es ist eine Pipe, kein Bild</translation>
    </message>
    <message>
        <source>it is a socket, not a picture</source>
        <translation>es ist ein Socket, kein Bild</translation>
    </message>
    <message>
        <source>it is a special file, not a picture</source>
        <translation>es ist eine besondere Datei, kein Bild</translation>
    </message>
    <message>
        <source>it is called so already</source>
        <translation>sie heißt schon so</translation>
    </message>
    <message>
        <source>it is cut short or of another kind</source>
        <translation>sie ist abgeschnitten oder von anderer Art</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>es ist leer</translation>
    </message>
    <message>
        <source>it is empty now</source>
        <translation>er ist jetzt leer</translation>
    </message>
    <message>
        <source>it is neither where it was nor where it should be</source>
        <translation>sie ist weder, wo sie war, noch wo sie sein sollte</translation>
    </message>
    <message>
        <source>it is nested more than {levels} levels deep</source>
        <translation>es ist mehr als {levels} Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>it is no ONNX file, or damaged</source>
        <translation>sie ist keine ONNX-Datei, oder beschädigt</translation>
    </message>
    <message>
        <source>it is no file, or too large</source>
        <translation>sie ist keine Datei, oder zu groß</translation>
    </message>
    <message>
        <source>it is no model file of DualHash</source>
        <translation>sie ist keine Modelldatei von DualHash</translation>
    </message>
    <message>
        <source>it is no text in its encoding ({codec})</source>
        <translation>es ist kein Text in seiner Kodierung ({codec})</translation>
    </message>
    <message>
        <source>it is not XML</source>
        <translation>es ist kein XML</translation>
    </message>
    <message>
        <source>it is not XML ({why})</source>
        <translation>es ist kein XML ({why})</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>it is not there</source>
        <translation>er ist nicht da</translation>
    </message>
    <message>
        <source>it is not there any more</source>
        <translation>sie ist nicht mehr da</translation>
    </message>
    <message>
        <source>it is put together in a way that labels cannot be added to</source>
        <translation>es ist so aufgebaut, dass keine Stichwörter hinzugefügt werden können</translation>
    </message>
    <message>
        <source>it is still there; its folder was moved or replaced meanwhile</source>
        <translation>sie ist noch da; ihr Ordner wurde inzwischen verschoben oder ersetzt</translation>
    </message>
    <message>
        <source>it is the last copy by now</source>
        <translation>es ist inzwischen die letzte Kopie</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>it is write-protected</source>
        <translation>sie ist schreibgeschützt</translation>
    </message>
    <message>
        <source>it lacks “{name}”</source>
        <translation>ihr fehlt „{name}“</translation>
    </message>
    <message>
        <source>it lacks “{name}”, or has it in another shape</source>
        <translation>ihr fehlt „{name}“, oder es hat eine andere Form</translation>
    </message>
    <message>
        <source>it lies there already</source>
        <translation>sie liegt schon dort</translation>
    </message>
    <message>
        <source>it lies where nothing can be written</source>
        <translation>sie liegt, wo nichts geschrieben werden kann</translation>
    </message>
    <message>
        <source>it needs too much memory</source>
        <translation>sie braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>it tells of distances that cannot be</source>
        <translation>er nennt unmögliche Abstände</translation>
    </message>
    <message>
        <source>it took longer than {seconds} s to read</source>
        <translation>sie zu lesen dauerte länger als {seconds} s</translation>
    </message>
    <message>
        <source>it was made by a newer DualHash</source>
        <translation>sie wurde von einem neueren DualHash gemacht</translation>
    </message>
    <message>
        <source>it was made by an older DualHash and must be opened for writing once</source>
        <translation>sie stammt von einem älteren DualHash und muss einmal zum Schreiben geöffnet werden</translation>
    </message>
    <message>
        <source>it works on a network that this DualHash does not know</source>
        <translation>sie arbeitet auf einem Netz, das dieses DualHash nicht kennt</translation>
    </message>
    <message>
        <source>it works on a network that this DualHash does not know, {architecture}</source>
        <translation>sie arbeitet auf einem Netz, das dieses DualHash nicht kennt, {architecture}</translation>
    </message>
    <message>
        <source>its checksum is damaged</source>
        <translation>ihre Prüfsumme ist beschädigt</translation>
    </message>
    <message>
        <source>its codes have not as many bits as it says</source>
        <translation>ihre Codes haben nicht so viele Bit, wie sie sagt</translation>
    </message>
    <message>
        <source>its codes have {bits} bits, not {expected}</source>
        <translation>ihre Codes haben {bits} Bit, nicht {expected}</translation>
    </message>
    <message>
        <source>its configuration does not say how pictures are prepared</source>
        <translation>ihre Konfiguration sagt nicht, wie Bilder vorbereitet werden</translation>
    </message>
    <message>
        <source>its configuration does not say what its network is</source>
        <translation>ihre Konfiguration sagt nicht, was ihr Netz ist</translation>
    </message>
    <message>
        <source>its configuration is no JSON</source>
        <translation>ihre Konfiguration ist kein JSON</translation>
    </message>
    <message>
        <source>its content is damaged or of an unexpected type</source>
        <translation>ihr Inhalt ist beschädigt oder von unerwarteter Art</translation>
    </message>
    <message>
        <source>its copy is not the same; the disk may be failing</source>
        <translation>ihre Kopie ist nicht gleich; vielleicht ist der Datenträger am Versagen</translation>
    </message>
    <message>
        <source>its decoder crashed (exit code {code})</source>
        <translation>ihr Decoder ist abgestürzt (Rückgabewert {code})</translation>
    </message>
    <message>
        <source>its description is damaged</source>
        <translation>ihre Beschreibung ist beschädigt</translation>
    </message>
    <message>
        <source>its encoding ({codec}) is not known</source>
        <translation>seine Kodierung ({codec}) ist nicht bekannt</translation>
    </message>
    <message>
        <source>its features have {dimensions} dimensions, those of {architecture} {needed}</source>
        <translation>ihre Merkmale haben {dimensions} Dimensionen, die von {architecture} {needed}</translation>
    </message>
    <message>
        <source>its file is newer</source>
        <translation>seine Datei ist neuer</translation>
    </message>
    <message>
        <source>its file is older</source>
        <translation>seine Datei ist älter</translation>
    </message>
    <message>
        <source>its folder is not available</source>
        <translation>ihr Ordner ist nicht erreichbar</translation>
    </message>
    <message>
        <source>its folder is not available now ({why})</source>
        <translation>ihr Ordner ist jetzt nicht erreichbar ({why})</translation>
    </message>
    <message>
        <source>its header is too large</source>
        <translation>ihr Kopf ist zu groß</translation>
    </message>
    <message>
        <source>its keywords ({key}) are not written as a list</source>
        <translation>seine Stichwörter ({key}) sind nicht als Liste geschrieben</translation>
    </message>
    <message>
        <source>its layers are not those of the network</source>
        <translation>seine Schichten sind nicht die des Netzes</translation>
    </message>
    <message>
        <source>its numbers are of an unexpected type</source>
        <translation>ihre Zahlen sind von unerwarteter Art</translation>
    </message>
    <message>
        <source>its picture stays where it is</source>
        <translation>ihr Bild bleibt, wo es ist</translation>
    </message>
    <message>
        <source>its sidecar: {why}</source>
        <translation>ihre Begleitdatei: {why}</translation>
    </message>
    <message>
        <source>its two hash functions take different features</source>
        <translation>ihre beiden Hash-Funktionen nehmen verschiedene Merkmale</translation>
    </message>
    <message>
        <source>its weights lie in another file</source>
        <translation>ihre Gewichte liegen in einer anderen Datei</translation>
    </message>
    <message>
        <source>its {epochs:,} epochs are done; only measuring is left.</source>
        <translation>seine {epochs:,} Epochen sind fertig; es fehlt nur noch das Messen.</translation>
    </message>
    <message>
        <source>keep it, drop it</source>
        <translation>behalten, wegwerfen</translation>
    </message>
    <message>
        <source>keep the best, keep all of the group</source>
        <translation>das beste, alle der Gruppe behalten</translation>
    </message>
    <message>
        <source>keeping the best frees {size}</source>
        <translation>das Beste behalten spart {size}</translation>
    </message>
    <message>
        <source>label it</source>
        <translation>ein Stichwort geben</translation>
    </message>
    <message>
        <source>label what is selected</source>
        <translation>Ausgewählten ein Stichwort geben</translation>
    </message>
    <message>
        <source>labelled</source>
        <translation>mit Stichwort</translation>
    </message>
    <message numerus="yes">
        <source>labels {names}</source>
        <comment>label {names}</comment>
        <translation>
            <numerusform>Stichwort {names}</numerusform>
            <numerusform>Stichwörter {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>larger, smaller, usual tiles</source>
        <translation>größere, kleinere, übliche Kacheln</translation>
    </message>
    <message>
        <source>learning rate {rate}</source>
        <translation>Lernrate {rate}</translation>
    </message>
    <message>
        <source>leave the query</source>
        <translation>die Suche verlassen</translation>
    </message>
    <message>
        <source>left alone: {reason}</source>
        <translation>nicht angerührt: {reason}</translation>
    </message>
    <message>
        <source>less compressed</source>
        <translation>weniger komprimiert</translation>
    </message>
    <message>
        <source>less sharp</source>
        <translation>weniger scharf</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>weniger als 1 %</translation>
    </message>
    <message>
        <source>less than 1 % right</source>
        <translation>weniger als 1 % richtig</translation>
    </message>
    <message>
        <source>likelihood of triplets with a margin</source>
        <translation>Likelihood von Tripeln mit Spielraum</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>mAP</source>
        <translation>mAP</translation>
    </message>
    <message>
        <source>mAP of each label&apos;s held-out pictures; what fell the most comes first.</source>
        <translation>mAP der zurückgelegten Bilder jedes Stichworts; was am stärksten gesunken ist, steht zuerst.</translation>
    </message>
    <message>
        <source>mAP of each label&apos;s held-out pictures; what is found worst comes first.</source>
        <translation>mAP der zurückgelegten Bilder jedes Stichworts; was am schlechtesten gefunden wird, steht zuerst.</translation>
    </message>
    <message>
        <source>mAP of each label&apos;s held-out pictures; what the second finds worse by the most comes first.</source>
        <translation>mAP der zurückgelegten Bilder jedes Stichworts; was die zweite am deutlichsten schlechter findet, steht zuerst.</translation>
    </message>
    <message>
        <source>mAP on validation</source>
        <translation>mAP bei Validierung</translation>
    </message>
    <message>
        <source>mAP over labels</source>
        <translation>mAP über Stichwörter</translation>
    </message>
    <message>
        <source>mAP {first:.3f}</source>
        <translation>mAP {first:.3f}</translation>
    </message>
    <message>
        <source>mAP {first:.3f} and {second:.3f}</source>
        <translation>mAP {first:.3f} und {second:.3f}</translation>
    </message>
    <message>
        <source>mAP, mean over labels</source>
        <translation>mAP, Mittel über Stichwörter</translation>
    </message>
    <message>
        <source>mAP, mean over pictures</source>
        <translation>mAP, Mittel über Bilder</translation>
    </message>
    <message>
        <source>mean (|u| − 1)²</source>
        <translation>Mittel (|u| − 1)²</translation>
    </message>
    <message>
        <source>mean of the epoch</source>
        <translation>Mittel der Epoche</translation>
    </message>
    <message>
        <source>merge it, its colour and hotkey</source>
        <translation>zusammenlegen, Farbe und Taste</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>minus</source>
        <comment>a key</comment>
        <translation>Minus</translation>
    </message>
    <message>
        <source>minus</source>
        <translation>Minus</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>gespiegelt</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlend</translation>
    </message>
    <message>
        <source>missing: the file or its drive is away</source>
        <translation>fehlend: die Datei oder ihr Laufwerk ist nicht da</translation>
    </message>
    <message>
        <source>more compressed</source>
        <translation>stärker komprimiert</translation>
    </message>
    <message>
        <source>more pixels</source>
        <translation>mehr Pixel</translation>
    </message>
    <message>
        <source>more than 99 %</source>
        <translation>mehr als 99 %</translation>
    </message>
    <message>
        <source>more than 99 % right</source>
        <translation>mehr als 99 % richtig</translation>
    </message>
    <message>
        <source>move the map</source>
        <translation>die Karte verschieben</translation>
    </message>
    <message>
        <source>named as a copy</source>
        <translation>als Kopie benannt</translation>
    </message>
    <message>
        <source>neither is better by itself</source>
        <translation>keines ist für sich besser</translation>
    </message>
    <message>
        <source>newer</source>
        <translation>neuer</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no NVIDIA driver was found</source>
        <translation>es wurde kein NVIDIA-Treiber gefunden</translation>
    </message>
    <message>
        <source>no better than {longest} where we measured, and slower to search</source>
        <translation>wo wir gemessen haben, nicht besser als {longest}, und langsamer zu durchsuchen</translation>
    </message>
    <message>
        <source>no border or bars around it</source>
        <translation>kein Rand und keine Balken darum</translation>
    </message>
    <message>
        <source>no configuration lies beside it that says how pictures are prepared</source>
        <translation>neben ihr liegt keine Konfiguration, die sagt, wie Bilder vorbereitet werden</translation>
    </message>
    <message>
        <source>no configuration lies beside it that says what its network is</source>
        <translation>neben ihr liegt keine Konfiguration, die sagt, was ihr Netz ist</translation>
    </message>
    <message>
        <source>no folder can have such a name</source>
        <translation>kein Ordner kann so heißen</translation>
    </message>
    <message>
        <source>no keywords now</source>
        <translation>zurzeit keine Stichwörter</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>kein Stichwort</translation>
    </message>
    <message>
        <source>no label in common</source>
        <translation>kein gemeinsames Stichwort</translation>
    </message>
    <message>
        <source>no such name</source>
        <translation>kein solcher Name</translation>
    </message>
    <message>
        <source>no. {place}</source>
        <translation>Nr. {place}</translation>
    </message>
    <message>
        <source>no. {place} there</source>
        <translation>dort Nr. {place}</translation>
    </message>
    <message>
        <source>nobody knows how many of their labels {who} has learned</source>
        <translation>niemand weiß, wie viele ihrer Stichwörter {who} gelernt hat</translation>
    </message>
    <message>
        <source>nobody knows why</source>
        <translation>niemand weiß, warum</translation>
    </message>
    <message>
        <source>not a pair: it does not belong here</source>
        <translation>kein Paar: es gehört nicht hierher</translation>
    </message>
    <message>
        <source>not a picture</source>
        <translation>kein Bild</translation>
    </message>
    <message>
        <source>not a valid name</source>
        <translation>kein gültiger Name</translation>
    </message>
    <message>
        <source>not found by the other version</source>
        <translation>von der anderen Version nicht gefunden</translation>
    </message>
    <message>
        <source>not in the folder that you prefer</source>
        <translation>nicht in dem Ordner, den Sie bevorzugen</translation>
    </message>
    <message>
        <source>not in the folder “{name}”</source>
        <translation>nicht im Ordner „{name}“</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not named as a copy</source>
        <translation>nicht als Kopie benannt</translation>
    </message>
    <message>
        <source>not said; dated by its file</source>
        <translation>nicht angegeben; datiert nach der Datei</translation>
    </message>
    <message>
        <source>not the original format</source>
        <translation>nicht das Originalformat</translation>
    </message>
    <message>
        <source>not the same</source>
        <translation>nicht dasselbe</translation>
    </message>
    <message>
        <source>not what follows, as in -label:dog</source>
        <translation>nicht, was folgt, wie in -label:Hund</translation>
    </message>
    <message>
        <source>not yet read</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing can be changed in its folder, which is read-only</source>
        <translation>in ihrem Ordner kann nichts geändert werden, er ist schreibgeschützt</translation>
    </message>
    <message>
        <source>nothing chosen</source>
        <translation>nichts gewählt</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>number {place} there</source>
        <translation>dort Nummer {place}</translation>
    </message>
    <message>
        <source>older</source>
        <translation>älter</translation>
    </message>
    <message>
        <source>on {device}</source>
        <translation>auf {device}</translation>
    </message>
    <message>
        <source>only here</source>
        <translation>nur hier</translation>
    </message>
    <message>
        <source>only ratings</source>
        <translation>nur Bewertungen</translation>
    </message>
    <message>
        <source>only so many folders</source>
        <translation>nur so viele Ordner</translation>
    </message>
    <message>
        <source>only {n} held out</source>
        <translation>nur {n} zurückgelegt</translation>
    </message>
    <message>
        <source>open_clip cannot build {name} ({why}).</source>
        <translation>open_clip kann {name} nicht bauen ({why}).</translation>
    </message>
    <message>
        <source>original format</source>
        <translation>Originalformat</translation>
    </message>
    <message>
        <source>other</source>
        <comment>label</comment>
        <translation>anders</translation>
    </message>
    <message>
        <source>other label</source>
        <translation>anderes Stichwort</translation>
    </message>
    <message>
        <source>pairwise likelihood and a classifier on discrete codes</source>
        <translation>paarweise Likelihood und ein Klassifikator auf diskreten Codes</translation>
    </message>
    <message>
        <source>pairwise likelihood and distance to the codes</source>
        <translation>paarweise Likelihood und Abstand zu den Codes</translation>
    </message>
    <message>
        <source>pairwise likelihood with a log cosh prior</source>
        <translation>paarweise Likelihood mit einem log-cosh-Prior</translation>
    </message>
    <message>
        <source>picture {place}: {name} in {folder}</source>
        <translation>Bild {place}: {name} in {folder}</translation>
    </message>
    <message>
        <source>pictures {first}–{last} of {all}</source>
        <translation>Bilder {first}–{last} von {all}</translation>
    </message>
    <message>
        <source>pillow-heif, with libheif, libde265 and x265</source>
        <translation>pillow-heif, mit libheif, libde265 und x265</translation>
    </message>
    <message>
        <source>please install DualHash again</source>
        <translation>bitte installieren Sie DualHash neu</translation>
    </message>
    <message>
        <source>plus</source>
        <comment>a key</comment>
        <translation>Plus</translation>
    </message>
    <message>
        <source>plus, minus</source>
        <translation>Plus, Minus</translation>
    </message>
    <message>
        <source>plus, minus, 0</source>
        <translation>Plus, Minus, 0</translation>
    </message>
    <message>
        <source>quality {quality}</source>
        <translation>Qualität {quality}</translation>
    </message>
    <message>
        <source>query</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>ranking of triplets, each bit from a slice of its own</source>
        <translation>Rangfolge von Tripeln, jedes Bit aus einer eigenen Scheibe</translation>
    </message>
    <message>
        <source>rawpy, with LibRaw</source>
        <translation>rawpy, mit LibRaw</translation>
    </message>
    <message>
        <source>read off a plot</source>
        <translation>ein Diagramm ablesen</translation>
    </message>
    <message>
        <source>reading it failed ({kind})</source>
        <translation>sie zu lesen schlug fehl ({kind})</translation>
    </message>
    <message>
        <source>reading it gave no answer</source>
        <translation>sie zu lesen gab keine Antwort</translation>
    </message>
    <message>
        <source>recommended; as long as the built-in version&apos;s</source>
        <translation>empfohlen; so lang wie die der eingebauten Version</translation>
    </message>
    <message>
        <source>remove the chosen picture</source>
        <translation>das gewählte Bild entfernen</translation>
    </message>
    <message>
        <source>rename it, delete it</source>
        <translation>umbenennen, löschen</translation>
    </message>
    <message>
        <source>rename, remove</source>
        <translation>umbenennen, entfernen</translation>
    </message>
    <message>
        <source>same</source>
        <comment>label</comment>
        <translation>gleich</translation>
    </message>
    <message>
        <source>same label</source>
        <translation>gleiches Stichwort</translation>
    </message>
    <message>
        <source>save the numbers</source>
        <translation>die Zahlen speichern</translation>
    </message>
    <message>
        <source>save the picture</source>
        <translation>das Bild speichern</translation>
    </message>
    <message>
        <source>says nothing of a camera</source>
        <translation>sagt nichts von einer Kamera</translation>
    </message>
    <message>
        <source>search for a part</source>
        <translation>nach einem Teil suchen</translation>
    </message>
    <message>
        <source>search with a picture file</source>
        <translation>mit einer Bilddatei suchen</translation>
    </message>
    <message>
        <source>select all</source>
        <translation>alle auswählen</translation>
    </message>
    <message>
        <source>select several</source>
        <translation>mehrere auswählen</translation>
    </message>
    <message>
        <source>select; with Ctrl, beside what is</source>
        <translation>auswählen; mit Strg zusätzlich</translation>
    </message>
    <message>
        <source>several months</source>
        <translation>mehrere Monate</translation>
    </message>
    <message>
        <source>share of all bits</source>
        <translation>Anteil aller Bits</translation>
    </message>
    <message>
        <source>sharper</source>
        <translation>schärfer</translation>
    </message>
    <message>
        <source>sharpness {value:.0f}</source>
        <translation>Schärfe {value:.0f}</translation>
    </message>
    <message>
        <source>show its pictures, or all again</source>
        <translation>seine Bilder zeigen oder wieder alle</translation>
    </message>
    <message>
        <source>show what is most like it</source>
        <translation>das Ähnlichste zeigen</translation>
    </message>
    <message>
        <source>shown in the grid</source>
        <translation>im Raster gezeigt</translation>
    </message>
    <message>
        <source>side by side, flicker, difference</source>
        <translation>nebeneinander, Flimmern, Unterschied</translation>
    </message>
    <message>
        <source>side by side; each by itself</source>
        <translation>nebeneinander; jedes für sich</translation>
    </message>
    <message>
        <source>skip the picture</source>
        <translation>das Bild überspringen</translation>
    </message>
    <message>
        <source>small, and nearly as good as 256</source>
        <translation>klein und fast so gut wie 256</translation>
    </message>
    <message>
        <source>smallest, for very large libraries; a little less precise</source>
        <translation>am kleinsten, für sehr große Bibliotheken; etwas weniger genau</translation>
    </message>
    <message>
        <source>some hardly alike</source>
        <translation>manche kaum ähnlich</translation>
    </message>
    <message>
        <source>somebody is writing it</source>
        <translation>jemand schreibt gerade in sie</translation>
    </message>
    <message>
        <source>squared residual</source>
        <translation>quadriertes Residuum</translation>
    </message>
    <message>
        <source>squared residual or share of all bits</source>
        <translation>quadriertes Residuum oder Anteil aller Bits</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>stop measuring</source>
        <translation>Messung beenden</translation>
    </message>
    <message>
        <source>supervised discrete hashing on GIST, without a network</source>
        <translation>überwachtes diskretes Hashing auf GIST, ohne Netz</translation>
    </message>
    <message>
        <source>supervised discrete hashing on a network&apos;s features</source>
        <translation>überwachtes diskretes Hashing auf den Merkmalen eines Netzes</translation>
    </message>
    <message>
        <source>take a proposal; Tab, the first</source>
        <translation>Vorschlag nehmen; Tab: den ersten</translation>
    </message>
    <message>
        <source>take the last answer back</source>
        <translation>die letzte Antwort zurücknehmen</translation>
    </message>
    <message>
        <source>tau·gamma must not pass 1, but is {value:g}.</source>
        <translation>tau·gamma darf 1 nicht überschreiten, ist aber {value:g}.</translation>
    </message>
    <message>
        <source>tau·sigma must not pass 1, but is {value:g}.</source>
        <translation>tau·sigma darf 1 nicht überschreiten, ist aber {value:g}.</translation>
    </message>
    <message>
        <source>that is not allowed there</source>
        <translation>das ist dort nicht erlaubt</translation>
    </message>
    <message>
        <source>the NVIDIA driver reports no GPU</source>
        <translation>der NVIDIA-Treiber meldet keine GPU</translation>
    </message>
    <message>
        <source>the RAW file holds no preview picture</source>
        <translation>die RAW-Datei enthält kein Vorschaubild</translation>
    </message>
    <message>
        <source>the disk could not read it ({why})</source>
        <translation>der Datenträger konnte sie nicht lesen ({why})</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>the disk is full: {error}</source>
        <translation>der Datenträger ist voll: {error}</translation>
    </message>
    <message>
        <source>the file could not be read</source>
        <translation>die Datei konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>the file is cut short</source>
        <translation>die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the folder cannot be read ({why})</source>
        <translation>der Ordner kann nicht gelesen werden ({why})</translation>
    </message>
    <message>
        <source>the folder {folder} cannot be opened ({why})</source>
        <translation>der Ordner {folder} kann nicht geöffnet werden ({why})</translation>
    </message>
    <message>
        <source>the folder {folder}, where it was, is not there any more</source>
        <translation>der Ordner {folder}, in dem sie war, ist nicht mehr da</translation>
    </message>
    <message>
        <source>the higher, the better</source>
        <translation>je höher, desto besser</translation>
    </message>
    <message numerus="yes">
        <source>the labels of {n:,} pictures</source>
        <comment>the labels of {n:,} picture</comment>
        <translation>
            <numerusform>die Stichwörter von {n:,} Bild</numerusform>
            <numerusform>die Stichwörter von {n:,} Bildern</numerusform>
        </translation>
    </message>
    <message>
        <source>the library’s folder</source>
        <translation>dem Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>the lower, the better</source>
        <translation>je niedriger, desto besser</translation>
    </message>
    <message>
        <source>the method&apos;s</source>
        <translation>die des Verfahrens</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>the pairwise likelihood alone, without B and Λ</source>
        <translation>die paarweise Likelihood allein, ohne B und Λ</translation>
    </message>
    <message>
        <source>the part that was asked for lies outside the picture</source>
        <translation>der gewünschte Ausschnitt liegt außerhalb des Bildes</translation>
    </message>
    <message>
        <source>the picture is not there now</source>
        <translation>das Bild ist jetzt nicht da</translation>
    </message>
    <message>
        <source>the picture’s XMP: {why}</source>
        <translation>das XMP des Bildes: {why}</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dasselbe</translation>
    </message>
    <message>
        <source>the system does not let us watch it ({why})</source>
        <translation>das System lässt ihn nicht beobachten ({why})</translation>
    </message>
    <message>
        <source>the table {table} has other columns</source>
        <translation>die Tabelle {table} hat andere Spalten</translation>
    </message>
    <message>
        <source>the trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>the usual folder</source>
        <translation>dem üblichen Ordner</translation>
    </message>
    <message>
        <source>the viewer, and back</source>
        <translation>der Betrachter und zurück</translation>
    </message>
    <message>
        <source>the whole network</source>
        <translation>das ganze Netz</translation>
    </message>
    <message>
        <source>the width of its kernel is not a positive number</source>
        <translation>die Breite ihres Kerns ist keine positive Zahl</translation>
    </message>
    <message>
        <source>the {format} data is damaged or of an unusual kind</source>
        <translation>die {format}-Daten sind beschädigt oder von ungewöhnlicher Art</translation>
    </message>
    <message>
        <source>theorem_rho must not pass 1 / (8·theorem_eta²).</source>
        <translation>theorem_rho darf 1 / (8·theorem_eta²) nicht überschreiten.</translation>
    </message>
    <message>
        <source>there are none</source>
        <translation>es gibt keines</translation>
    </message>
    <message>
        <source>there is one</source>
        <translation>es gibt eines</translation>
    </message>
    <message>
        <source>this kind of RAW file is not supported</source>
        <translation>diese Art von RAW-Datei wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this kind of {format} picture is not supported</source>
        <translation>diese Art von {format}-Bild wird nicht unterstützt</translation>
    </message>
    <message>
        <source>this system&apos;s trash gives nothing back to other programs; bring it back from there yourself</source>
        <translation>der Papierkorb dieses Systems gibt anderen Programmen nichts zurück; holen Sie sie selbst von dort zurück</translation>
    </message>
    <message>
        <source>this torch is a CPU build, without CUDA</source>
        <translation>dieses torch ist für die CPU gebaut, ohne CUDA</translation>
    </message>
    <message>
        <source>timm knows no model {name} ({why}).</source>
        <translation>timm kennt kein Modell {name} ({why}).</translation>
    </message>
    <message>
        <source>to be dropped</source>
        <translation>zum Aussortieren</translation>
    </message>
    <message>
        <source>to be kept</source>
        <translation>wird behalten</translation>
    </message>
    <message>
        <source>to the trash, the rules</source>
        <translation>in den Papierkorb, die Regeln</translation>
    </message>
    <message>
        <source>too few labels to say</source>
        <translation>zu wenige Stichwörter, um es zu sagen</translation>
    </message>
    <message>
        <source>too few: needs {n} more</source>
        <translation>zu wenige: {n} mehr nötig</translation>
    </message>
    <message>
        <source>too large (more pixels than can be handled)</source>
        <translation>zu groß (mehr Pixel, als verarbeitet werden können)</translation>
    </message>
    <message>
        <source>too large ({megabytes} MB)</source>
        <translation>zu groß ({megabytes} MB)</translation>
    </message>
    <message>
        <source>too large ({width} × {height} pixels)</source>
        <translation>zu groß ({width} × {height} Pixel)</translation>
    </message>
    <message>
        <source>too large for the memory of this computer</source>
        <translation>zu groß für den Speicher dieses Rechners</translation>
    </message>
    <message>
        <source>torch cannot use the GPU with CUDA {cuda}</source>
        <translation>torch kann die GPU mit CUDA {cuda} nicht nutzen</translation>
    </message>
    <message>
        <source>torch does not work with the GPU ({why})</source>
        <translation>torch arbeitet nicht mit der GPU ({why})</translation>
    </message>
    <message>
        <source>torch is missing or broken</source>
        <translation>torch fehlt oder ist defekt</translation>
    </message>
    <message>
        <source>torch {version}, CPU build</source>
        <translation>torch {version}, für die CPU gebaut</translation>
    </message>
    <message>
        <source>torch {version}, CUDA {cuda} build</source>
        <translation>torch {version}, für CUDA {cuda} gebaut</translation>
    </message>
    <message>
        <source>turn it; the file stays as it is</source>
        <translation>drehen; die Datei bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>type a label</source>
        <translation>ein Stichwort eintippen</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>very alike</source>
        <translation>sehr ähnlich</translation>
    </message>
    <message>
        <source>waiting to be read</source>
        <translation>wartet darauf, gelesen zu werden</translation>
    </message>
    <message>
        <source>weighted pairs, a tanh that sharpens in stages</source>
        <translation>gewichtete Paare, ein tanh, der in Stufen schärfer wird</translation>
    </message>
    <message>
        <source>what can be written</source>
        <translation>was stehen kann</translation>
    </message>
    <message>
        <source>what is to be written does not fit into its encoding ({codec})</source>
        <translation>was zu schreiben ist, passt nicht in seine Kodierung ({codec})</translation>
    </message>
    <message>
        <source>what it gives for a picture is no vector of numbers</source>
        <translation>was sie für ein Bild liefert, ist kein Vektor von Zahlen</translation>
    </message>
    <message>
        <source>what it says of its preprocessing cannot be</source>
        <translation>was sie über ihre Vorbereitung der Bilder sagt, kann nicht sein</translation>
    </message>
    <message>
        <source>what it says of the codes of version {number} cannot be</source>
        <translation>was er über die Codes der Version {number} sagt, ist unmöglich</translation>
    </message>
    <message>
        <source>what it was copied from has changed or is gone</source>
        <translation>wovon sie kopiert wurde, hat sich geändert oder ist fort</translation>
    </message>
    <message>
        <source>what was read of it makes no sense</source>
        <translation>was von ihr gelesen wurde, ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>what was to be kept is not there any more, has changed, or is this very file under another path</source>
        <translation>was behalten werden sollte, ist nicht mehr da, hat sich geändert oder ist eben diese Datei unter einem anderen Pfad</translation>
    </message>
    <message numerus="yes">
        <source>what you decided about {n:,} pictures</source>
        <comment>what you decided about {n:,} picture</comment>
        <translation>
            <numerusform>was Sie über {n:,} Bild entschieden haben</numerusform>
            <numerusform>was Sie über {n:,} Bilder entschieden haben</numerusform>
        </translation>
    </message>
    <message>
        <source>whole</source>
        <translation>Ganzes</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>yes, and ask for a second label</source>
        <translation>ja, und ein zweites Stichwort</translation>
    </message>
    <message>
        <source>you keep all of it</source>
        <translation>Sie behalten alles davon</translation>
    </message>
    <message>
        <source>you keep all of this group</source>
        <translation>Sie behalten diese Gruppe ganz</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>zoomen</translation>
    </message>
    <message>
        <source>zoom, fit</source>
        <translation>zoomen, einpassen</translation>
    </message>
    <message>
        <source>{about} Move the slider to the left to find more.</source>
        <translation>{about} Schieben Sie den Regler nach links, um mehr zu finden.</translation>
    </message>
    <message>
        <source>{about} Sidecars of other programs go along.</source>
        <translation>{about} Begleitdateien anderer Programme gehen mit.</translation>
    </message>
    <message>
        <source>{about} There are none. Choose another kind above to look further.</source>
        <translation>{about} Es gibt keine. Wählen Sie oben eine andere Art, um weiterzusuchen.</translation>
    </message>
    <message>
        <source>{after:.0f} %, of pictures without a label</source>
        <translation>{after:.0f} %, bei Bildern ohne Stichwort</translation>
    </message>
    <message>
        <source>{before:.0f} % before, {after:.0f} % after, of pictures without a label</source>
        <translation>{before:.0f} % vorher, {after:.0f} % nachher, bei Bildern ohne Stichwort</translation>
    </message>
    <message>
        <source>{before} before, {after} after</source>
        <translation>{before} vorher, {after} nachher</translation>
    </message>
    <message>
        <source>{before} of {hits_before} hits shared a label before, {after} of {hits_after} do now</source>
        <translation>{before} von {hits_before} Treffern hatten vorher ein gemeinsames Stichwort, jetzt {after} von {hits_after}</translation>
    </message>
    <message>
        <source>{bias:+.2g} EV</source>
        <translation>{bias:+.2g} EV</translation>
    </message>
    <message numerus="yes">
        <source>{bits} bits, {n:,} epochs on {images:,} pictures in {time} on the {device}.</source>
        <comment>{bits} bits, {n:,} epoch on {images:,} pictures in {time} on the {device}.</comment>
        <translation>
            <numerusform>{bits} Bit, {n:,} Epoche mit {images:,} Bildern in {time} auf der {device}.</numerusform>
            <numerusform>{bits} Bit, {n:,} Epochen mit {images:,} Bildern in {time} auf der {device}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{bits} bits, {n:,} epochs on {images:,} pictures, {without:,} of them without a label, in {time} on the {device}.</source>
        <comment>{bits} bits, {n:,} epoch on {images:,} pictures, {without:,} of them without a label, in {time} on the {device}.</comment>
        <translation>
            <numerusform>{bits} Bit, {n:,} Epoche mit {images:,} Bildern, {without:,} davon ohne Stichwort, in {time} auf der {device}.</numerusform>
            <numerusform>{bits} Bit, {n:,} Epochen mit {images:,} Bildern, {without:,} davon ohne Stichwort, in {time} auf der {device}.</numerusform>
        </translation>
    </message>
    <message>
        <source>{bits} bits, {words}</source>
        <translation>{bits} Bit, {words}</translation>
    </message>
    <message numerus="yes">
        <source>{change} points</source>
        <comment>{change} point</comment>
        <translation>
            <numerusform>{change} Punkt</numerusform>
            <numerusform>{change} Punkte</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} Byte</translation>
    </message>
    <message>
        <source>{day} to {last}</source>
        <translation>{day}. bis {last}</translation>
    </message>
    <message>
        <source>{day} {month} to {last}</source>
        <translation>{day}. {month} bis {last}</translation>
    </message>
    <message>
        <source>{day} {month} {year}</source>
        <translation>{day}. {month} {year}</translation>
    </message>
    <message>
        <source>{day} {month} {year}, {begun}</source>
        <translation>{day}. {month} {year}, {begun}</translation>
    </message>
    <message>
        <source>{day} {month} {year}, {begun} to {ended}</source>
        <translation>{day}. {month} {year}, {begun} bis {ended}</translation>
    </message>
    <message>
        <source>{device}; there this can take hours.</source>
        <translation>{device}; dort kann das Stunden dauern.</translation>
    </message>
    <message>
        <source>{done:,} of {epochs:,} epochs are done.</source>
        <translation>{done:,} von {epochs:,} Epochen sind fertig.</translation>
    </message>
    <message numerus="yes">
        <source>{done:,} of {n:,} pictures compared with the labelled ones</source>
        <comment>{done:,} of {n:,} picture compared with the labelled ones</comment>
        <translation>
            <numerusform>{done:,} von {n:,} Bild mit denen mit Stichwörtern verglichen</numerusform>
            <numerusform>{done:,} von {n:,} Bildern mit denen mit Stichwörtern verglichen</numerusform>
        </translation>
    </message>
    <message>
        <source>{done}; {keys} takes it back.</source>
        <translation>{done}; {keys} nimmt es zurück.</translation>
    </message>
    <message>
        <source>{file_name!r} exists and is no table of labels; choose another name.</source>
        <translation>{file_name!r} gibt es schon, und es ist keine Tabelle von Stichwörtern; wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>{file_name!r} is a folder; name a file in it.</source>
        <translation>{file_name!r} ist ein Ordner; nennen Sie eine Datei darin.</translation>
    </message>
    <message>
        <source>{files} ({size})</source>
        <translation>{files} ({size})</translation>
    </message>
    <message>
        <source>{files} left alone.</source>
        <translation>{files} nicht angerührt.</translation>
    </message>
    <message>
        <source>{files} left alone: {reason}</source>
        <translation>{files} nicht angerührt: {reason}</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} und {last}</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} bis {last}</translation>
    </message>
    <message>
        <source>{first} to {last}, {pictures}</source>
        <translation>{first} bis {last}, {pictures}</translation>
    </message>
    <message>
        <source>{focal:.4g} mm</source>
        <translation>{focal:.4g} mm</translation>
    </message>
    <message>
        <source>{focal} mm on film</source>
        <translation>{focal} mm auf Kleinbild</translation>
    </message>
    <message>
        <source>{folder}  (not available)</source>
        <translation>{folder}  (nicht verfügbar)</translation>
    </message>
    <message>
        <source>{folder} (not available)</source>
        <translation>{folder} (nicht verfügbar)</translation>
    </message>
    <message>
        <source>{folder} is not available now; what is known of it is kept.</source>
        <translation>{folder} ist gerade nicht verfügbar; was davon bekannt ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>{format} pictures are not supported</source>
        <translation>{format}-Bilder werden nicht unterstützt</translation>
    </message>
    <message>
        <source>{having}; complete</source>
        <translation>{having}; vollständig</translation>
    </message>
    <message>
        <source>{having}; {n:,} are made before it becomes active</source>
        <translation>{having}; {n:,} entstehen, bevor sie aktiv wird</translation>
    </message>
    <message>
        <source>{hint}. Delete takes it away</source>
        <translation>{hint}. Entf nimmt es weg</translation>
    </message>
    <message>
        <source>{hits}, {n} without a label</source>
        <translation>{hits}, {n} ohne Stichwort</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{job} begins when this is done: {other}.</source>
        <translation>{job}, sobald dies fertig ist: {other}.</translation>
    </message>
    <message>
        <source>{job} goes on…</source>
        <translation>{job}: geht weiter…</translation>
    </message>
    <message>
        <source>{job} is finished.</source>
        <translation>{job}: fertig.</translation>
    </message>
    <message>
        <source>{job} is paused</source>
        <translation>{job}: angehalten</translation>
    </message>
    <message>
        <source>{job} was cancelled.</source>
        <translation>{job}: abgebrochen.</translation>
    </message>
    <message>
        <source>{job} was cancelled; what was done is kept and the rest follows next time.</source>
        <translation>{job}: abgebrochen; was getan ist, bleibt, und der Rest folgt beim nächsten Mal.</translation>
    </message>
    <message>
        <source>{job}…</source>
        <translation>{job}…</translation>
    </message>
    <message>
        <source>{keys} alone may be the key of a label; please add Ctrl or Alt, or take a function key.</source>
        <translation>{keys} allein kann die Taste eines Stichworts sein; bitte nehmen Sie Strg oder Alt dazu, oder eine Funktionstaste.</translation>
    </message>
    <message>
        <source>{keys} brings all of it back until the window is closed.</source>
        <translation>{keys} bringt alles zurück, bis das Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>{keys} has a meaning of its own in the window.</source>
        <translation>{keys} hat im Fenster schon eine Bedeutung.</translation>
    </message>
    <message>
        <source>{keys} is the key of “{entry}”.</source>
        <translation>{keys} ist die Taste von „{entry}“.</translation>
    </message>
    <message>
        <source>{keys} shows all pictures again.</source>
        <translation>{keys} zeigt wieder alle Bilder.</translation>
    </message>
    <message>
        <source>{keys} takes it back. From now on, new pictures in these folders get their keywords as labels, and so do pictures whose keywords change. A keyword that is removed there takes its label along, unless you gave that yourself; a label that you take away here stays away.</source>
        <translation>{keys} nimmt es zurück. Von nun an werden auch die Stichwörter neuer Bilder in diesen Ordnern übernommen, und die von Bildern, deren Stichwörter sich ändern. Was dort entfernt wird, verschwindet auch hier, es sei denn, Sie haben es selbst vergeben; was Sie hier wegnehmen, bleibt weg.</translation>
    </message>
    <message>
        <source>{key} does something else already; choose another.</source>
        <translation>{key} tut schon etwas anderes; wählen Sie eine andere.</translation>
    </message>
    <message numerus="yes">
        <source>{labels} cannot be measured, because none of their pictures are held out.</source>
        <comment>{labels} cannot be measured, because none of its pictures is held out.</comment>
        <translation>
            <numerusform>{labels} lässt sich nicht messen, weil keines seiner Bilder zurückgelegt ist.</numerusform>
            <numerusform>{labels} lassen sich nicht messen, weil keines ihrer Bilder zurückgelegt ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{labels} given to {n:,} pictures</source>
        <comment>{labels} given to {n:,} picture</comment>
        <translation>
            <numerusform>{labels} an {n:,} Bild vergeben</numerusform>
            <numerusform>{labels} an {n:,} Bilder vergeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{labels} have fewer than {few} pictures: with so few, expect little beyond what the library looks like.</source>
        <comment>{labels} has fewer than {few} pictures: with so few, expect little beyond what the library looks like.</comment>
        <translation>
            <numerusform>{labels} hat weniger als {few} Bilder: Mit so wenigen ist kaum mehr zu erwarten, als die Bibliothek ohnehin zeigt.</numerusform>
            <numerusform>{labels} haben weniger als {few} Bilder: Mit so wenigen ist kaum mehr zu erwarten, als die Bibliothek ohnehin zeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{labels} on {n:,} pictures, {given:,} given</source>
        <comment>{labels} on {n:,} picture, {given:,} given</comment>
        <translation>
            <numerusform>{labels} bei {n:,} Bild, {given:,}-mal vergeben</numerusform>
            <numerusform>{labels} bei {n:,} Bildern, {given:,}-mal vergeben</numerusform>
        </translation>
    </message>
    <message>
        <source>{labels}, distance {bits}</source>
        <translation>{labels}, Abstand {bits}</translation>
    </message>
    <message numerus="yes">
        <source>{label} deleted and taken from {n:,} pictures</source>
        <comment>{label} deleted and taken from {n:,} picture</comment>
        <translation>
            <numerusform>{label} gelöscht und von {n:,} Bild weggenommen</numerusform>
            <numerusform>{label} gelöscht und von {n:,} Bildern weggenommen</numerusform>
        </translation>
    </message>
    <message>
        <source>{label} has another colour now</source>
        <translation>{label} hat jetzt eine andere Farbe</translation>
    </message>
    <message>
        <source>{label} has no hotkey now</source>
        <translation>{label} hat jetzt keine Schnelltaste</translation>
    </message>
    <message>
        <source>{label} has the hotkey {key} now</source>
        <translation>{label} hat jetzt die Schnelltaste {key}</translation>
    </message>
    <message numerus="yes">
        <source>{label} has {n:,} pictures</source>
        <comment>{label} has {n:,} picture</comment>
        <translation>
            <numerusform>{label} hat {n:,} Bild</numerusform>
            <numerusform>{label} hat {n:,} Bilder</numerusform>
        </translation>
    </message>
    <message>
        <source>{label} is called {name} now</source>
        <translation>{label} heißt jetzt {name}</translation>
    </message>
    <message>
        <source>{label} merged into {other}</source>
        <translation>{label} ist in {other} aufgegangen</translation>
    </message>
    <message numerus="yes">
        <source>{label} taken from {n:,} pictures</source>
        <comment>{label} taken from {n:,} picture</comment>
        <translation>
            <numerusform>{label} von {n:,} Bild weggenommen</numerusform>
            <numerusform>{label} von {n:,} Bildern weggenommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{label}, {n:,} pictures</source>
        <comment>{label}, {n:,} picture</comment>
        <translation>
            <numerusform>{label}, {n:,} Bild</numerusform>
            <numerusform>{label}, {n:,} Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{label}: {n:,} pictures, {held_out:,} of them held out and asked for</source>
        <comment>{label}: {n:,} picture, {held_out:,} of them held out and asked for</comment>
        <translation>
            <numerusform>{label}: {n:,} Bild, {held_out:,} davon zurückgelegt und gesucht</numerusform>
            <numerusform>{label}: {n:,} Bilder, {held_out:,} davon zurückgelegt und gesucht</numerusform>
        </translation>
    </message>
    <message>
        <source>{learned:,} of the {others:,} other pictures of the library are learned from, too: what they look like.</source>
        <translation>Auch aus {learned:,} der {others:,} anderen Bilder der Bibliothek wird gelernt: wie sie aussehen.</translation>
    </message>
    <message>
        <source>{learned}; at the end from all labels, the held-out ones too</source>
        <translation>{learned}; am Ende aus allen Stichwörtern, auch den zurückgelegten</translation>
    </message>
    <message>
        <source>{library} opens in a window of its own.</source>
        <translation>{library} öffnet sich in einem eigenen Fenster.</translation>
    </message>
    <message>
        <source>{library} – DualHash</source>
        <translation>{library} – DualHash</translation>
    </message>
    <message>
        <source>{likeness} of {most} alike</source>
        <translation>zu {likeness} von {most} ähnlich</translation>
    </message>
    <message>
        <source>{likeness} of {most}: the least alike that this admits</source>
        <translation>{likeness} von {most}: die unähnlichsten, die noch gelten</translation>
    </message>
    <message>
        <source>{likeness}: {distance} of {bits} bits differ</source>
        <translation>{likeness}: {distance} von {bits} Bit sind verschieden</translation>
    </message>
    <message>
        <source>{limit:,} folders</source>
        <translation>{limit:,} Ordner</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} bis {high}</translation>
    </message>
    <message>
        <source>{method} trains no network, only hash functions on features; please choose Quick.</source>
        <translation>{method} trainiert kein Netz, nur Hash-Funktionen auf Merkmalen; bitte wählen Sie Schnell.</translation>
    </message>
    <message>
        <source>{method}, {bits} bits, the hash layers on {on}</source>
        <translation>{method}, {bits} Bit, die Hash-Schichten auf {on}</translation>
    </message>
    <message>
        <source>{method}, {bits} bits, the whole network on {on}</source>
        <translation>{method}, {bits} Bit, das ganze Netz auf {on}</translation>
    </message>
    <message>
        <source>{metres:.0f} m</source>
        <translation>{metres:.0f} m</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{month} {year}</translation>
    </message>
    <message>
        <source>{n:,} MB to download</source>
        <translation>{n:,} MB herunterzuladen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} accepted or rejected pairs</source>
        <comment>{n:,} accepted or rejected pair</comment>
        <translation>
            <numerusform>{n:,} angenommenes oder abgelehntes Paar</numerusform>
            <numerusform>{n:,} angenommene oder abgelehnte Paare</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} added</source>
        <translation>{n:,} neu</translation>
    </message>
    <message>
        <source>{n:,} answered</source>
        <translation>{n:,} beantwortet</translation>
    </message>
    <message>
        <source>{n:,} changed</source>
        <translation>{n:,} geändert</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} decisions</source>
        <comment>{n:,} decision</comment>
        <translation>
            <numerusform>{n:,} Entscheidung</numerusform>
            <numerusform>{n:,} Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} epochs</source>
        <comment>{n:,} epoch</comment>
        <translation>
            <numerusform>{n:,} Epoche</numerusform>
            <numerusform>{n:,} Epochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files</source>
        <comment>{n:,} file</comment>
        <translation>
            <numerusform>{n:,} Datei</numerusform>
            <numerusform>{n:,} Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files marked to be dropped: {size}</source>
        <comment>{n:,} file marked to be dropped: {size}</comment>
        <translation>
            <numerusform>{n:,} Datei zum Aussortieren: {size}</numerusform>
            <numerusform>{n:,} Dateien zum Aussortieren: {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files were skipped. They are left as they are; changed files are tried again by themselves.</source>
        <comment>{n:,} file was skipped. It is left as it is; changed files are tried again by themselves.</comment>
        <translation>
            <numerusform>{n:,} Datei wurde übersprungen. Sie bleibt, wie sie ist; geänderte Dateien werden von selbst erneut versucht.</numerusform>
            <numerusform>{n:,} Dateien wurden übersprungen. Sie bleiben, wie sie sind; geänderte Dateien werden von selbst erneut versucht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} files will be left alone:</source>
        <comment>{n:,} file will be left alone:</comment>
        <translation>
            <numerusform>{n:,} Datei wird nicht angerührt:</numerusform>
            <numerusform>{n:,} Dateien werden nicht angerührt:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} groups</source>
        <comment>{n:,} group</comment>
        <translation>
            <numerusform>{n:,} Gruppe</numerusform>
            <numerusform>{n:,} Gruppen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} groups, {size} can be freed</source>
        <comment>{n:,} group, {size} can be freed</comment>
        <translation>
            <numerusform>{n:,} Gruppe, {size} können frei werden</numerusform>
            <numerusform>{n:,} Gruppen, {size} können frei werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} had changed since and lost just what was added.</source>
        <comment>{n:,} had changed since and lost just what was added.</comment>
        <translation>
            <numerusform>{n:,} hatte sich seitdem geändert und verlor nur, was hinzugekommen war.</numerusform>
            <numerusform>{n:,} hatten sich seitdem geändert und verloren nur, was hinzugekommen war.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} have none: their files are away or cannot be read.</source>
        <comment>{n:,} has none: its file is away or cannot be read.</comment>
        <translation>
            <numerusform>{n:,} hat keinen: Seine Datei ist nicht da oder nicht lesbar.</numerusform>
            <numerusform>{n:,} haben keinen: Ihre Dateien sind nicht da oder nicht lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} held-out pictures</source>
        <comment>{n:,} held-out picture</comment>
        <translation>
            <numerusform>{n:,} zurückgelegten Bild</numerusform>
            <numerusform>{n:,} zurückgelegten Bildern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} hits</source>
        <comment>{n:,} hit</comment>
        <translation>
            <numerusform>{n:,} Treffer</numerusform>
            <numerusform>{n:,} Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} in {files:,} files</source>
        <translation>{n:,} in {files:,} Dateien</translation>
    </message>
    <message>
        <source>{n:,} labelled</source>
        <translation>{n:,} mit Stichwort</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} labelled pictures lack features that the version needs and are left out.</source>
        <comment>{n:,} labelled picture lacks features that the version needs and is left out.</comment>
        <translation>
            <numerusform>{n:,} Bild mit Stichwort fehlen Merkmale, die die Version braucht; es bleibt außen vor.</numerusform>
            <numerusform>{n:,} Bildern mit Stichwörtern fehlen Merkmale, die die Version braucht; sie bleiben außen vor.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} labelled pictures lack features that the versions need and are left out.</source>
        <comment>{n:,} labelled picture lacks features that the versions need and is left out.</comment>
        <translation>
            <numerusform>{n:,} Bild mit Stichwort fehlen Merkmale, die die Versionen brauchen; es bleibt außen vor.</numerusform>
            <numerusform>{n:,} Bildern mit Stichwörtern fehlen Merkmale, die die Versionen brauchen; sie bleiben außen vor.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} labelled pictures {in_labels}</source>
        <comment>{n:,} labelled picture {in_labels}</comment>
        <translation>
            <numerusform>{n:,} Bild {in_labels}</numerusform>
            <numerusform>{n:,} Bilder {in_labels}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} labels</source>
        <comment>{n:,} label</comment>
        <translation>
            <numerusform>{n:,} Stichwort</numerusform>
            <numerusform>{n:,} Stichwörter</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} missing</source>
        <translation>{n:,} fehlend</translation>
    </message>
    <message>
        <source>{n:,} more</source>
        <translation>{n:,} weitere</translation>
    </message>
    <message>
        <source>{n:,} moved</source>
        <translation>{n:,} verschoben</translation>
    </message>
    <message>
        <source>{n:,} numbers a picture</source>
        <translation>{n:,} Zahlen je Bild</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of them ({share}) have a label</source>
        <comment>{n:,} of them ({share}) has a label</comment>
        <translation>
            <numerusform>{n:,} davon ({share}) hat ein Stichwort</numerusform>
            <numerusform>{n:,} davon ({share}) haben ein Stichwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} of them are new.</source>
        <comment>{n:,} of them is new.</comment>
        <translation>
            <numerusform>{n:,} davon ist neu.</numerusform>
            <numerusform>{n:,} davon sind neu.</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} of them held out to measure the result</source>
        <translation>{n:,} davon zurückgelegt, um das Ergebnis zu messen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} other copies stay where they are:</source>
        <comment>Another copy stays where it is:</comment>
        <translation>
            <numerusform>Eine andere Kopie bleibt, wo sie ist:</numerusform>
            <numerusform>{n:,} andere Kopien bleiben, wo sie sind:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} other labels have too few</source>
        <comment>{n:,} other label has too few</comment>
        <translation>
            <numerusform>{n:,} anderes Stichwort hat zu wenige</numerusform>
            <numerusform>{n:,} andere Stichwörter haben zu wenige</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} other pictures</source>
        <comment>{n:,} other picture</comment>
        <translation>
            <numerusform>{n:,} anderen Bild</numerusform>
            <numerusform>{n:,} anderen Bildern</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} paths</source>
        <translation>{n:,} Pfade</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} paths are not in the library, the first is {path}.</source>
        <comment>{n:,} path is not in the library, the first is {path}.</comment>
        <translation>
            <numerusform>{n:,} Pfad ist nicht in der Bibliothek: {path}.</numerusform>
            <numerusform>{n:,} Pfade sind nicht in der Bibliothek, der erste ist {path}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures</source>
        <comment>{n:,} picture</comment>
        <translation>
            <numerusform>{n:,} Bild</numerusform>
            <numerusform>{n:,} Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures are found by {network} now.</source>
        <comment>{n:,} picture is found by {network} now.</comment>
        <translation>
            <numerusform>{n:,} Bild wird jetzt mit {network} gefunden.</numerusform>
            <numerusform>{n:,} Bilder werden jetzt mit {network} gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures are looked at now, for what is alike and for open eyes.</source>
        <comment>{n:,} picture is looked at now, for what is alike and for open eyes.</comment>
        <translation>
            <numerusform>{n:,} Bild wird jetzt angesehen: was sich ähnelt und wo Augen offen sind.</numerusform>
            <numerusform>{n:,} Bilder werden jetzt angesehen: was sich ähnelt und wo Augen offen sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures are not missing, and stay.</source>
        <comment>{n:,} picture is not missing, and stays.</comment>
        <translation>
            <numerusform>{n:,} Bild fehlt nicht und bleibt.</numerusform>
            <numerusform>{n:,} Bilder fehlen nicht und bleiben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures are on a drive or in a folder that is away now, and stay: when it is back, so are they.</source>
        <comment>{n:,} picture is on a drive or in a folder that is away now, and stays: when that is back, so is it.</comment>
        <translation>
            <numerusform>{n:,} Bild ist auf einem Laufwerk oder in einem Ordner, die gerade nicht da sind, und bleibt: kommen sie wieder, ist es auch wieder da.</numerusform>
            <numerusform>{n:,} Bilder sind auf einem Laufwerk oder in einem Ordner, die gerade nicht da sind, und bleiben: kommen sie wieder, sind sie auch wieder da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures forgotten</source>
        <comment>{n:,} picture forgotten</comment>
        <translation>
            <numerusform>{n:,} Bild vergessen</numerusform>
            <numerusform>{n:,} Bilder vergessen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures had come again, and got back what was said of them</source>
        <comment>{n:,} picture had come again, and got back what was said of it</comment>
        <translation>
            <numerusform>{n:,} Bild war wieder da und bekam zurück, was von ihm gesagt war</numerusform>
            <numerusform>{n:,} Bilder waren wieder da und bekamen zurück, was von ihnen gesagt war</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures have no code yet, because their files are away.</source>
        <comment>{n:,} picture has no code yet, because its file is away.</comment>
        <translation>
            <numerusform>{n:,} Bild hat noch keinen Code, weil seine Datei nicht da ist.</numerusform>
            <numerusform>{n:,} Bilder haben noch keinen Code, weil ihre Dateien nicht da sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures have one</source>
        <comment>{n:,} picture has one</comment>
        <translation>
            <numerusform>{n:,} Bild hat einen</numerusform>
            <numerusform>{n:,} Bilder haben einen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures in {folder} have keywords of other programs ({names}). Take them as labels?</source>
        <comment>{n:,} picture in {folder} has keywords of other programs ({names}). Take them as labels?</comment>
        <translation>
            <numerusform>{n:,} Bild in {folder} hat Stichwörter anderer Programme ({names}). Übernehmen?</numerusform>
            <numerusform>{n:,} Bilder in {folder} haben Stichwörter anderer Programme ({names}). Übernehmen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures leave the library, where labels are kept for their return:</source>
        <comment>This picture leaves the library, where labels are kept for its return:</comment>
        <translation>
            <numerusform>Dieses Bild verlässt die Bibliothek; Stichwörter bleiben für seine Rückkehr:</numerusform>
            <numerusform>{n:,} Bilder verlassen die Bibliothek; Stichwörter bleiben für ihre Rückkehr:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures left</source>
        <comment>{n:,} picture left</comment>
        <translation>
            <numerusform>{n:,} Bild übrig</numerusform>
            <numerusform>{n:,} Bilder übrig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures said to be not the same; hidden from this query</source>
        <comment>{n:,} picture said to be not the same; hidden from this query</comment>
        <translation>
            <numerusform>{n:,} Bild ist nicht dasselbe und bei dieser Suche ausgeblendet</numerusform>
            <numerusform>{n:,} Bilder sind nicht dasselbe und bei dieser Suche ausgeblendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures said to be the same</source>
        <comment>{n:,} picture said to be the same</comment>
        <translation>
            <numerusform>{n:,} Bild ist dasselbe</numerusform>
            <numerusform>{n:,} Bilder sind dasselbe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures will have no file left in the library. Something of each group stays, and gets their labels and decisions.</source>
        <comment>{n:,} picture will have no file left in the library. Something of each group stays, and gets its labels and decisions.</comment>
        <translation>
            <numerusform>{n:,} Bild hat dann keine Datei mehr in der Bibliothek. Aus jeder Gruppe bleibt etwas und bekommt seine Stichwörter und Entscheidungen.</numerusform>
            <numerusform>{n:,} Bilder haben dann keine Datei mehr in der Bibliothek. Aus jeder Gruppe bleibt etwas und bekommt ihre Stichwörter und Entscheidungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures without a file were left out.</source>
        <comment>{n:,} picture without a file was left out.</comment>
        <translation>
            <numerusform>{n:,} Bild ohne Datei wurde ausgelassen.</numerusform>
            <numerusform>{n:,} Bilder ohne Datei wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures, without labels</source>
        <comment>{n:,} picture, without labels</comment>
        <translation>
            <numerusform>{n:,} Bild, ohne Stichwörter</numerusform>
            <numerusform>{n:,} Bilder, ohne Stichwörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures, {chosen:,} selected. {legend}</source>
        <comment>{n:,} picture, {chosen:,} selected. {legend}</comment>
        <translation>
            <numerusform>{n:,} Bild, {chosen:,} ausgewählt. {legend}</numerusform>
            <numerusform>{n:,} Bilder, {chosen:,} ausgewählt. {legend}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures, {placed:,} of them placed beside what is like them</source>
        <comment>{n:,} picture, placed beside what is like it</comment>
        <translation>
            <numerusform>{n:,} Bild, neben Ähnliches gelegt</numerusform>
            <numerusform>{n:,} Bilder, {placed:,} davon neben Ähnliches gelegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} pictures: {names}</source>
        <comment>{n:,} picture: {names}</comment>
        <translation>
            <numerusform>{n:,} Bild: {names}</numerusform>
            <numerusform>{n:,} Bilder: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} pixels</source>
        <translation>{n:,} Pixel</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} places</source>
        <comment>{n:,} place</comment>
        <translation>
            <numerusform>{n:,} Ort</numerusform>
            <numerusform>{n:,} Orte</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} selected</source>
        <translation>{n:,} ausgewählt</translation>
    </message>
    <message>
        <source>{n:,} shown</source>
        <translation>{n:,} gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} sidecars as before the last export.</source>
        <comment>{n:,} sidecar as before the last export.</comment>
        <translation>
            <numerusform>{n:,} Begleitdatei ist wie vor dem letzten Export.</numerusform>
            <numerusform>{n:,} Begleitdateien sind wie vor dem letzten Export.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} sidecars stay, as they are also those of other files:</source>
        <comment>A sidecar stays, as it is also that of another file:</comment>
        <translation>
            <numerusform>Eine Begleitdatei bleibt, da sie auch zu einer anderen Datei gehört:</numerusform>
            <numerusform>{n:,} Begleitdateien bleiben, da sie auch zu anderen Dateien gehören:</numerusform>
        </translation>
    </message>
    <message>
        <source>{n:,} skipped</source>
        <translation>{n:,} übersprungen</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} taken away, as their keyword is gone</source>
        <comment>{n:,} taken away, as its keyword is gone</comment>
        <translation>
            <numerusform>{n:,} weggenommen, weil es anderswo entfernt wurde</numerusform>
            <numerusform>{n:,} weggenommen, weil sie anderswo entfernt wurden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} were left alone.</source>
        <comment>{n:,} was left alone.</comment>
        <translation>
            <numerusform>{n:,} blieb unverändert.</numerusform>
            <numerusform>{n:,} blieben unverändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n:,} were left alone: {why}.</source>
        <comment>{n:,} was left alone: {why}.</comment>
        <translation>
            <numerusform>{n:,} blieb unverändert: {why}.</numerusform>
            <numerusform>{n:,} blieben unverändert: {why}.</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} and {last}</source>
        <translation>{names} und {last}</translation>
    </message>
    <message>
        <source>{names} and {n:,} more</source>
        <translation>{names} und {n:,} weitere</translation>
    </message>
    <message numerus="yes">
        <source>{names} are found clearly worse than before, and searches for pictures that you have not labelled got worse ({before:.0%} of what looks most like them was among the first 50, now {after:.0%}); look closely before you accept.</source>
        <comment>{names} is found clearly worse than before, and searches for pictures that you have not labelled got worse ({before:.0%} of what looks most like them was among the first 50, now {after:.0%}); look closely before you accept.</comment>
        <translation>
            <numerusform>{names} wird deutlich schlechter gefunden als zuvor, und Suchen nach Bildern, denen Sie kein Stichwort gegeben haben, wurden schlechter ({before:.0%} dessen, was ihnen am meisten gleicht, war unter den ersten 50, jetzt {after:.0%}); sehen Sie genau hin, bevor Sie annehmen.</numerusform>
            <numerusform>{names} werden deutlich schlechter gefunden als zuvor, und Suchen nach Bildern, denen Sie kein Stichwort gegeben haben, wurden schlechter ({before:.0%} dessen, was ihnen am meisten gleicht, war unter den ersten 50, jetzt {after:.0%}); sehen Sie genau hin, bevor Sie annehmen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} are found clearly worse than before; look closely before you accept.</source>
        <comment>{names} is found clearly worse than before; look closely before you accept.</comment>
        <translation>
            <numerusform>{names} wird deutlich schlechter gefunden als zuvor; sehen Sie genau hin, bevor Sie annehmen.</numerusform>
            <numerusform>{names} werden deutlich schlechter gefunden als zuvor; sehen Sie genau hin, bevor Sie annehmen.</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} was trained on all labelled pictures, so there is nothing to measure it on; label pictures that it has not seen, or train a version that keeps some back.</source>
        <translation>{names} wurde auf allen Bildern mit Stichwort trainiert; es gibt nichts, woran sie sich messen ließe. Geben Sie Bildern, die sie nicht gesehen hat, ein Stichwort, oder trainieren Sie eine Version, die einige zurückbehält.</translation>
    </message>
    <message numerus="yes">
        <source>{names} were trained elsewhere, perhaps on some of these pictures: the figures may flatter them.</source>
        <comment>{names} was trained elsewhere, perhaps on some of these pictures: the figures may flatter it.</comment>
        <translation>
            <numerusform>{names} wurde anderswo trainiert, vielleicht auf einigen dieser Bilder: Die Zahlen können geschönt sein.</numerusform>
            <numerusform>{names} wurden anderswo trainiert, vielleicht auf einigen dieser Bilder: Die Zahlen können geschönt sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name}  {having:,} of {of:,}</source>
        <translation>{name}  {having:,} von {of:,}</translation>
    </message>
    <message>
        <source>{name} (no. {number})</source>
        <translation>{name} (Nr. {number})</translation>
    </message>
    <message>
        <source>{name} and {n:,} more</source>
        <translation>{name} und {n:,} weitere</translation>
    </message>
    <message>
        <source>{name} answers queries now.</source>
        <translation>{name} beantwortet jetzt Suchen.</translation>
    </message>
    <message numerus="yes">
        <source>{name} answers queries now; {n:,} pictures have its code.</source>
        <comment>{name} answers queries now; {n:,} picture has its code.</comment>
        <translation>
            <numerusform>{name} beantwortet jetzt Suchen; {n:,} Bild hat ihren Code.</numerusform>
            <numerusform>{name} beantwortet jetzt Suchen; {n:,} Bilder haben ihren Code.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} answers queries. Every version keeps its codes, so going back to one takes a click.</source>
        <translation>{name} beantwortet Suchen. Jede Version behält ihre Codes, also genügt ein Klick, um zu einer zurückzukehren.</translation>
    </message>
    <message>
        <source>{name} could not be started ({reason}).</source>
        <translation>{name} ließ sich nicht starten ({reason}).</translation>
    </message>
    <message>
        <source>{name} in {folder}</source>
        <translation>{name} in {folder}</translation>
    </message>
    <message>
        <source>{name} is imported. Activate it to search by it.</source>
        <translation>{name} ist importiert. Aktivieren Sie die Version, um mit ihr zu suchen.</translation>
    </message>
    <message>
        <source>{name} is removed.</source>
        <translation>{name} ist entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>{name} is said to be not the same as {n:,} others</source>
        <comment>{name} is said to be not the same as {n:,} other</comment>
        <translation>
            <numerusform>{name} gilt als nicht dasselbe wie {n:,} anderes</numerusform>
            <numerusform>{name} gilt als nicht dasselbe wie {n:,} andere</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} is written to {path} ({size}).</source>
        <translation>{name} ist nach {path} geschrieben ({size}).</translation>
    </message>
    <message>
        <source>{name} must be a number, not {value!r:.40}.</source>
        <translation>{name} muss eine Zahl sein, nicht {value!r:.40}.</translation>
    </message>
    <message>
        <source>{name} must be a whole number, not {value!r:.40}.</source>
        <translation>{name} muss eine ganze Zahl sein, nicht {value!r:.40}.</translation>
    </message>
    <message>
        <source>{name} must be one of {choices}, not {value!r:.40}.</source>
        <translation>{name} muss eines von {choices} sein, nicht {value!r:.40}.</translation>
    </message>
    <message>
        <source>{name} must be true or false, not {value!r:.40}.</source>
        <translation>{name} muss true oder false sein, nicht {value!r:.40}.</translation>
    </message>
    <message>
        <source>{name} must lie between {low:.10g} and {high:.10g}, not be {value!r:.40}.</source>
        <translation>{name} muss zwischen {low:.10g} und {high:.10g} liegen, nicht {value!r:.40} sein.</translation>
    </message>
    <message>
        <source>{name} was not activated; the codes made so far are kept.</source>
        <translation>{name} wurde nicht aktiviert; die bisherigen Codes bleiben.</translation>
    </message>
    <message>
        <source>{name} was not exported.</source>
        <translation>{name} wurde nicht exportiert.</translation>
    </message>
    <message>
        <source>{name} · {n} bits</source>
        <translation>{name} · {n} Bit</translation>
    </message>
    <message>
        <source>{name} · {n} bits · active</source>
        <translation>{name} · {n} Bit · aktiv</translation>
    </message>
    <message>
        <source>{name}: no label, so nobody has said whether it is right</source>
        <translation>{name}: kein Stichwort, also hat niemand gesagt, ob es richtig ist</translation>
    </message>
    <message>
        <source>{name}: shares a label</source>
        <translation>{name}: hat ein gemeinsames Stichwort</translation>
    </message>
    <message>
        <source>{name}: shares no label</source>
        <translation>{name}: hat kein gemeinsames Stichwort</translation>
    </message>
    <message>
        <source>{name}: the query; average precision {before:.2f} before, {after:.2f} now</source>
        <translation>{name}: das Suchbild; durchschnittliche Genauigkeit vorher {before:.2f}, jetzt {after:.2f}</translation>
    </message>
    <message>
        <source>{name}: {mean} on average</source>
        <translation>{name}: im Mittel {mean}</translation>
    </message>
    <message>
        <source>{network} is in the library; it finds nothing yet.</source>
        <translation>{network} ist in der Bibliothek; noch wird nicht damit gesucht.</translation>
    </message>
    <message>
        <source>{network} is taken away.</source>
        <translation>{network} ist weggenommen.</translation>
    </message>
    <message>
        <source>{network}, tuned</source>
        <translation>{network}, nachtrainiert</translation>
    </message>
    <message>
        <source>{note} {done:,} of {total:,}</source>
        <translation>{note} {done:,} von {total:,}</translation>
    </message>
    <message>
        <source>{n} bits</source>
        <translation>{n} Bit</translation>
    </message>
    <message>
        <source>{n} bits, {base} of them keep what pictures look like</source>
        <translation>{n} Bit, {base} davon behalten, wie Bilder aussehen</translation>
    </message>
    <message numerus="yes">
        <source>{n} bytes a picture</source>
        <comment>{n} byte a picture</comment>
        <translation>
            <numerusform>{n} Byte je Bild</numerusform>
            <numerusform>{n} Byte je Bild</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} copies</source>
        <translation>{n} Kopien</translation>
    </message>
    <message numerus="yes">
        <source>{n} have another</source>
        <comment>{n} has another</comment>
        <translation>
            <numerusform>{n} hat ein anderes</numerusform>
            <numerusform>{n} haben ein anderes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} have none</source>
        <comment>{n} has none</comment>
        <translation>
            <numerusform>{n} hat keines</numerusform>
            <numerusform>{n} haben keines</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} hits</source>
        <translation>{n} Treffer</translation>
    </message>
    <message>
        <source>{n} near-copies</source>
        <translation>{n} Beinahe-Kopien</translation>
    </message>
    <message>
        <source>{n} of a burst</source>
        <translation>{n} einer Serie</translation>
    </message>
    <message numerus="yes">
        <source>{n} of its {of} nearest labelled pictures have this label.</source>
        <comment>{n} of its {of} nearest labelled pictures has this label.</comment>
        <translation>
            <numerusform>{n} der {of} ähnlichsten Bilder mit Stichwörtern hat dieses.</numerusform>
            <numerusform>{n} der {of} ähnlichsten Bilder mit Stichwörtern haben dieses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of the first {most} hits are found by both.</source>
        <comment>{n} of the first {most} hits is found by both.</comment>
        <translation>
            <numerusform>{n} der ersten {most} Treffer wird von beiden gefunden.</numerusform>
            <numerusform>{n} der ersten {most} Treffer werden von beiden gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} of {hits} hits share a label</source>
        <comment>{n} of {hits} hits shares a label</comment>
        <translation>
            <numerusform>{n} von {hits} Treffern hat ein gemeinsames Stichwort</numerusform>
            <numerusform>{n} von {hits} Treffern haben ein gemeinsames Stichwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} other labels</source>
        <comment>{n} other label</comment>
        <translation>
            <numerusform>{n} weiteres Stichwort</numerusform>
            <numerusform>{n} weitere Stichwörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows of {name} are damaged</source>
        <comment>{n} row of {name} is damaged</comment>
        <translation>
            <numerusform>{n} Zeile von {name} ist beschädigt</numerusform>
            <numerusform>{n} Zeilen von {name} sind beschädigt</numerusform>
        </translation>
    </message>
    <message>
        <source>{n} to be dropped</source>
        <translation>{n} zum Aussortieren</translation>
    </message>
    <message>
        <source>{own} ({film})</source>
        <translation>{own} ({film})</translation>
    </message>
    <message>
        <source>{part:,} of {all:,}</source>
        <translation>{part:,} von {all:,}</translation>
    </message>
    <message>
        <source>{part} of {whole}</source>
        <translation>{part} von {whole}</translation>
    </message>
    <message>
        <source>{path!r} cannot be opened ({why}).</source>
        <translation>{path!r} kann nicht geöffnet werden ({why}).</translation>
    </message>
    <message>
        <source>{path!r} is not a network that can be used: {why}.</source>
        <translation>{path!r} ist kein Netz, das benutzt werden kann: {why}.</translation>
    </message>
    <message>
        <source>{path!r} is not a valid model file: {why}.</source>
        <translation>{path!r} ist keine gültige Modelldatei: {why}.</translation>
    </message>
    <message>
        <source>{path} (missing)</source>
        <translation>{path} (fehlt)</translation>
    </message>
    <message>
        <source>{path} cannot be merged now: another DualHash has it open.</source>
        <translation>{path} kann jetzt nicht übernommen werden: Ein anderes DualHash hat sie geöffnet.</translation>
    </message>
    <message>
        <source>{path} cannot be merged: one of the libraries is from before pictures were known by BLAKE3. Let a new library index its folders, and carry the labels over as a table.</source>
        <translation>{path} kann nicht zusammengeführt werden: Eine der Bibliotheken ist noch aus der Zeit, bevor Bilder an BLAKE3 erkannt wurden. Lassen Sie eine neue Bibliothek deren Ordner einlesen, und nehmen Sie die Labels als Tabelle mit.</translation>
    </message>
    <message>
        <source>{path} cannot be merged: {why}</source>
        <translation>{path} kann nicht übernommen werden: {why}</translation>
    </message>
    <message>
        <source>{path} cannot be merged: {why}. “dualhash check --repair --library {path}” mends it.</source>
        <translation>{path} kann nicht übernommen werden: {why}. „dualhash check --repair --library {path}“ bringt das in Ordnung.</translation>
    </message>
    <message>
        <source>{path} holds a {kind} named {name!r} that is not DualHash&apos;s; it was not opened, and left as it is.</source>
        <translation>{path} enthält etwas, das nicht von DualHash ist ({kind} {name!r}); sie wurde nicht geöffnet und gelassen, wie sie ist.</translation>
    </message>
    <message>
        <source>{path} holds other things; choose an empty folder for the library.</source>
        <translation>{path} enthält anderes; wählen Sie einen leeren Ordner für die Bibliothek.</translation>
    </message>
    <message>
        <source>{path} is a database of another program, no DualHash library; it was left as it is.</source>
        <translation>{path} ist eine Datenbank eines anderen Programms, keine Bibliothek von DualHash; sie wurde gelassen, wie sie ist.</translation>
    </message>
    <message>
        <source>{path} is not a DualHash library, or is damaged; it was left as it is.</source>
        <translation>{path} ist keine Bibliothek von DualHash oder ist beschädigt; sie wurde gelassen, wie sie ist.</translation>
    </message>
    <message>
        <source>{path} is not a valid model file ({why})</source>
        <translation>{path} ist keine gültige Modelldatei ({why})</translation>
    </message>
    <message>
        <source>{path} is not a valid model file ({why}).</source>
        <translation>{path} ist keine gültige Modelldatei ({why}).</translation>
    </message>
    <message>
        <source>{path} is not a valid model file: it makes {bits} bits, not {expected}.</source>
        <translation>{path} ist keine gültige Modelldatei: Sie macht {bits} Bit, nicht {expected}.</translation>
    </message>
    <message>
        <source>{path} is not a valid model file: {why}</source>
        <translation>{path} ist keine gültige Modelldatei: {why}</translation>
    </message>
    <message>
        <source>{path} is not a valid model file: {why}.</source>
        <translation>{path} ist keine gültige Modelldatei: {why}.</translation>
    </message>
    <message>
        <source>{path} is not there now.</source>
        <translation>{path} ist gerade nicht da.</translation>
    </message>
    <message>
        <source>{path} is the library itself into which others are merged.</source>
        <translation>{path} ist die Bibliothek selbst, in die andere übernommen werden.</translation>
    </message>
    <message>
        <source>{path}: {why}.</source>
        <translation>{path}: {why}.</translation>
    </message>
    <message>
        <source>{percent:.1f} % of the pixels differ visibly, once one of them is turned or mirrored.</source>
        <translation>{percent:.1f} % der Pixel sind sichtbar verschieden, wenn man eines der Bilder dreht oder spiegelt.</translation>
    </message>
    <message>
        <source>{percent:.1f} % of the pixels differ visibly.</source>
        <translation>{percent:.1f} % der Pixel sind sichtbar verschieden.</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{pictures:,} pictures in {files:,} files; copies are shown once</source>
        <translation>{pictures:,} Bilder in {files:,} Dateien; Kopien werden einmal gezeigt</translation>
    </message>
    <message>
        <source>{place:,} of {count:,}</source>
        <translation>{place:,} von {count:,}</translation>
    </message>
    <message>
        <source>{place} is on a server; here a folder is wanted.</source>
        <translation>{place} liegt auf einem Server; hier wird ein Ordner erwartet.</translation>
    </message>
    <message>
        <source>{purpose} needs at least two labels with {least} pictures each; {there}.</source>
        <translation>{purpose} braucht mindestens zwei Stichwörter mit je {least} Bildern; {there}.</translation>
    </message>
    <message>
        <source>{queries}, {n} splits</source>
        <translation>{queries}, {n} Aufteilungen</translation>
    </message>
    <message>
        <source>{rate} a second</source>
        <translation>{rate} pro Sekunde</translation>
    </message>
    <message>
        <source>{rate} {what} a second</source>
        <translation>{rate} {what} pro Sekunde</translation>
    </message>
    <message>
        <source>{seconds:.3g} s</source>
        <translation>{seconds:.3g} s</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{setting} is {value} in the method {name!r}; choose another method instead.</source>
        <translation>{setting} ist im Verfahren {name!r} {value}; wählen Sie stattdessen ein anderes Verfahren.</translation>
    </message>
    <message>
        <source>{share} of the hits {where} would share a label, judging by {pairs:,} pairs of your own labelled pictures; the version has not learned from at least one picture of each pair.</source>
        <translation>{share} der Treffer {where} hätten ein gemeinsames Stichwort, gemessen an {pairs:,} Paaren Ihrer eigenen Bilder mit Stichwörtern; von mindestens einem Bild jedes Paares hat die Version nicht gelernt.</translation>
    </message>
    <message>
        <source>{shown} has a line that is too long for a table of labels.</source>
        <translation>{shown} hat eine Zeile, die für eine Tabelle von Stichwörtern zu lang ist.</translation>
    </message>
    <message>
        <source>{shown} is not UTF-8 text.</source>
        <translation>{shown} ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>{shown} must begin with a line that names the columns path and labels.</source>
        <translation>{shown} muss mit einer Zeile beginnen, die die Spalten path und labels nennt.</translation>
    </message>
    <message>
        <source>{size} ({megapixels:.1f} megapixels)</source>
        <translation>{size} ({megapixels:.1f} Megapixel)</translation>
    </message>
    <message>
        <source>{some} and {last}</source>
        <translation>{some} und {last}</translation>
    </message>
    <message>
        <source>{some} and {name}</source>
        <translation>{some} und {name}</translation>
    </message>
    <message numerus="yes">
        <source>{some} and {n} more labels</source>
        <comment>{some} and {n} more label</comment>
        <translation>
            <numerusform>{some} und {n} weiteres Stichwort</numerusform>
            <numerusform>{some} und {n} weitere Stichwörter</numerusform>
        </translation>
    </message>
    <message>
        <source>{state}; the version before serves until it is complete.</source>
        <translation>{state}; bis sie vollständig ist, dient die bisherige Version.</translation>
    </message>
    <message>
        <source>{there}, and {few}</source>
        <translation>{there}, und {few}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{title} begins when this is done: {job}.</source>
        <translation>„{title}“ beginnt, sobald dies fertig ist: {job}.</translation>
    </message>
    <message>
        <source>{title} begins when this makes way: {job}.</source>
        <translation>{title}, sobald diese Aufgabe Platz macht: {job}.</translation>
    </message>
    <message>
        <source>{title} is made for the features of {own}, not of {asked}.</source>
        <translation>{title} ist für die Merkmale von {own} gemacht, nicht für die von {asked}.</translation>
    </message>
    <message>
        <source>{title} trains no network, only hash functions on features.</source>
        <translation>{title} trainiert kein Netz, nur Hash-Funktionen auf Merkmalen.</translation>
    </message>
    <message>
        <source>{title}, mAP {values}</source>
        <translation>{title}, mAP {values}</translation>
    </message>
    <message>
        <source>{title}, quantisation error {values}</source>
        <translation>{title}, Quantisierungsfehler {values}</translation>
    </message>
    <message>
        <source>{title}, separability {values} bits</source>
        <translation>{title}, Trennbarkeit {values} Bit</translation>
    </message>
    <message>
        <source>{value}, as the method says</source>
        <translation>{value}, vom Verfahren festgelegt</translation>
    </message>
    <message>
        <source>{version} is kept as a version, but it is not the active one yet.</source>
        <translation>{version} ist als Version gespeichert, aber noch nicht die aktive.</translation>
    </message>
    <message>
        <source>{version} is the active version now.</source>
        <translation>{version} ist jetzt die aktive Version.</translation>
    </message>
    <message>
        <source>{version} is the active version now: searches use it. The one before is kept.</source>
        <translation>{version} ist jetzt die aktive Version: Mit ihr wird gesucht. Die bisherige bleibt erhalten.</translation>
    </message>
    <message>
        <source>{weekday}, {day} {month} {year}</source>
        <translation>{weekday}, {day}. {month} {year}</translation>
    </message>
    <message>
        <source>{what} and its sidecar</source>
        <translation>{what} mit Begleitdatei</translation>
    </message>
    <message>
        <source>{what} and its sidecars</source>
        <translation>{what} mit Begleitdateien</translation>
    </message>
    <message numerus="yes">
        <source>{what} and {n:,} sidecars</source>
        <comment>{what} and {n:,} sidecar</comment>
        <translation>
            <numerusform>{what} und {n:,} Begleitdatei</numerusform>
            <numerusform>{what} und {n:,} Begleitdateien</numerusform>
        </translation>
    </message>
    <message>
        <source>{what} brought back from the trash</source>
        <translation>{what} aus dem Papierkorb zurückgebracht</translation>
    </message>
    <message>
        <source>{what} copied</source>
        <translation>{what} kopiert</translation>
    </message>
    <message>
        <source>{what} exported</source>
        <translation>{what} exportiert</translation>
    </message>
    <message>
        <source>{what} moved</source>
        <translation>{what} verschoben</translation>
    </message>
    <message>
        <source>{what} moved to the trash</source>
        <translation>{what} in den Papierkorb gelegt</translation>
    </message>
    <message>
        <source>{what} renamed</source>
        <translation>{what} umbenannt</translation>
    </message>
    <message numerus="yes">
        <source>{what}, given to {n:,} pictures</source>
        <comment>{what}, given to {n:,} picture</comment>
        <translation>
            <numerusform>{what}, an {n:,} Bild vergeben</numerusform>
            <numerusform>{what}, an {n:,} Bilder vergeben</numerusform>
        </translation>
    </message>
    <message>
        <source>{what}, {files} left alone</source>
        <translation>{what}, {files} nicht angerührt</translation>
    </message>
    <message>
        <source>{what}: nothing new.</source>
        <translation>{what}: nichts Neues.</translation>
    </message>
    <message>
        <source>{what}: {done:,} of {total:,}</source>
        <translation>{what}: {done:,} von {total:,}</translation>
    </message>
    <message numerus="yes">
        <source>{what}: {labels} on {n:,} pictures, {given:,} given; {keys} takes it back.</source>
        <comment>{what}: {labels} on {n:,} picture, {given:,} given; {keys} takes it back.</comment>
        <translation>
            <numerusform>{what}: {labels} bei {n:,} Bild, {given:,}-mal vergeben; {keys} nimmt es zurück.</numerusform>
            <numerusform>{what}: {labels} bei {n:,} Bildern, {given:,}-mal vergeben; {keys} nimmt es zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>{where} has fewer columns than the first line.</source>
        <translation>{where} hat weniger Spalten als die erste Zeile.</translation>
    </message>
    <message>
        <source>{where} has labels but no path.</source>
        <translation>{where} hat Stichwörter, aber keinen Pfad.</translation>
    </message>
    <message>
        <source>{where} has more columns than the first line; a name with a comma must be quoted.</source>
        <translation>{where} hat mehr Spalten als die erste Zeile; ein Name mit Komma muss in Anführungszeichen stehen.</translation>
    </message>
    <message>
        <source>{where}: {why}</source>
        <translation>{where}: {why}</translation>
    </message>
    <message>
        <source>{who} has learned none of their labels</source>
        <translation>{who} hat keines ihrer Stichwörter gelernt</translation>
    </message>
    <message>
        <source>{who} has learned the labels of all of them</source>
        <translation>{who} hat die Stichwörter von allen gelernt</translation>
    </message>
    <message>
        <source>{who} has learned the labels of {learned:,} of them ({share})</source>
        <translation>{who} hat die Stichwörter von {learned:,} davon ({share}) gelernt</translation>
    </message>
    <message>
        <source>{why} Give more pictures a label, then it can be measured.</source>
        <translation>{why} Geben Sie mehr Bildern ein Stichwort, dann lässt es sich messen.</translation>
    </message>
    <message>
        <source>{word}: {first}</source>
        <translation>{word}: {first}</translation>
    </message>
    <message>
        <source>{word}: {first} against {second}</source>
        <translation>{word}: {first} gegenüber {second}</translation>
    </message>
    <message>
        <source>{word}: {first} against {second} bits per pixel</source>
        <translation>{word}: {first} gegenüber {second} Bit pro Pixel</translation>
    </message>
    <message>
        <source>{word}: {first} against {second} megapixels</source>
        <translation>{word}: {first} gegenüber {second} Megapixel</translation>
    </message>
    <message>
        <source>η halved every tenth of the run, constant, or the theorems&apos; rules.</source>
        <translation>η wird nach jedem Zehntel des Laufs halbiert, bleibt gleich oder folgt den Regeln der Sätze.</translation>
    </message>
    <message>
        <source>η halved every tenth of the run, or constant.</source>
        <translation>η wird nach jedem Zehntel des Laufs halbiert oder bleibt gleich.</translation>
    </message>
    <message>
        <source>“From my labels” and the date, if left empty</source>
        <translation>„Aus meinen Stichwörtern“ und das Datum, wenn es leer bleibt</translation>
    </message>
    <message>
        <source>“Same” is said of a whole picture and a hit; this query is only a part of one.</source>
        <translation>„Dasselbe“ gilt für ein ganzes Bild und einen Treffer; diese Suche ist nur ein Teil eines Bildes.</translation>
    </message>
    <message>
        <source>“Same” is said of one picture and a hit; this query has several pictures.</source>
        <translation>„Dasselbe“ gilt für ein Bild und einen Treffer; diese Suche hat mehrere Bilder.</translation>
    </message>
    <message>
        <source>“Same” is said of two pictures of the library; the one you search with is not in it.</source>
        <translation>„Dasselbe“ gilt für zwei Bilder der Bibliothek; das, mit dem Sie suchen, ist nicht darin.</translation>
    </message>
    <message>
        <source>“Take back from sidecars” in the menu Labels undoes it.</source>
        <translation>„Aus Begleitdateien zurücknehmen“ im Menü Stichwörter macht es rückgängig.</translation>
    </message>
    <message>
        <source>“pip install &apos;dualhash[postgres]&apos;” mends that</source>
        <translation>„pip install &apos;dualhash[postgres]&apos;“ behebt das</translation>
    </message>
    <message>
        <source>“pip install huggingface_hub” mends that</source>
        <translation>„pip install huggingface_hub“ behebt das</translation>
    </message>
    <message>
        <source>“pip install matplotlib” mends that</source>
        <translation>„pip install matplotlib“ behebt das</translation>
    </message>
    <message>
        <source>“pip install open_clip_torch” mends that</source>
        <translation>„pip install open_clip_torch“ behebt das</translation>
    </message>
    <message>
        <source>“pip install timm” mends that</source>
        <translation>„pip install timm“ behebt das</translation>
    </message>
    <message>
        <source>“{colour}” is no colour; write it as #rrggbb.</source>
        <translation>„{colour}“ ist keine Farbe; schreiben Sie sie als #rrggbb.</translation>
    </message>
    <message>
        <source>“{entry}”</source>
        <translation>„{entry}“</translation>
    </message>
    <message>
        <source>“{field}:{value}” is no number; write {field}:2, {field}:&gt;2, {field}:&lt;=2 or {field}:1..2.</source>
        <translation>„{field}:{value}“ ist keine Zahl; schreiben Sie {field}:2, {field}:&gt;2, {field}:&lt;=2 oder {field}:1..2.</translation>
    </message>
    <message>
        <source>“{field}:{value}” is not known; there are {known}.</source>
        <translation>„{field}:{value}“ ist nicht bekannt; es gibt {known}.</translation>
    </message>
    <message>
        <source>“{field}:” is not known; there are {known}.</source>
        <translation>„{field}:“ ist nicht bekannt; es gibt {known}.</translation>
    </message>
    <message>
        <source>“{field}:” wants something after the colon.</source>
        <translation>Nach „{field}:“ muss noch etwas kommen.</translation>
    </message>
    <message>
        <source>“{job}” is running; the training begins when it has ended.</source>
        <translation>„{job}“ läuft; das Training beginnt, wenn es zu Ende ist.</translation>
    </message>
    <message>
        <source>“{key}” is no hotkey; it is a digit from 1 to 9 or a letter.</source>
        <translation>„{key}“ ist keine Schnelltaste; das ist eine Ziffer von 1 bis 9 oder ein Buchstabe.</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened: {reason}.</source>
        <translation>„{name}“ kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {why}; train or import it again.</source>
        <translation>„{name}“ kann nicht verwendet werden: {why}; trainieren oder importieren Sie sie neu.</translation>
    </message>
    <message>
        <source>“{name}” has an unexpected shape</source>
        <translation>„{name}“ hat eine unerwartete Form</translation>
    </message>
    <message>
        <source>“{name}” has an unexpected shape or type</source>
        <translation>„{name}“ hat eine unerwartete Form oder Art</translation>
    </message>
    <message>
        <source>“{name}” has {count}</source>
        <translation>„{name}“ hat {count}</translation>
    </message>
    <message>
        <source>“{name}” holds a negative variance</source>
        <translation>„{name}“ enthält eine negative Varianz</translation>
    </message>
    <message>
        <source>“{name}” holds numbers of an unexpected type</source>
        <translation>„{name}“ enthält Zahlen von unerwarteter Art</translation>
    </message>
    <message>
        <source>“{name}” holds values that are not finite or too large</source>
        <translation>„{name}“ enthält Werte, die nicht endlich oder zu groß sind</translation>
    </message>
    <message>
        <source>“{name}” is neither a file nor a folder.</source>
        <translation>„{name}“ ist weder Datei noch Ordner.</translation>
    </message>
    <message>
        <source>“{text}” is no shard; the third of eight is 3/8.</source>
        <translation>„{text}“ ist kein Anteil; der dritte von acht ist 3/8.</translation>
    </message>
    <message>
        <source>“{value}” ends before it begins.</source>
        <translation>„{value}“ endet, bevor es beginnt.</translation>
    </message>
    <message>
        <source>“{value}” holds neither a letter nor a digit.</source>
        <translation>„{value}“ enthält weder einen Buchstaben noch eine Ziffer.</translation>
    </message>
    <message>
        <source>“{value}” is no date; write 2024, 2024-07 or 2024-07-31.</source>
        <translation>„{value}“ ist kein Datum; schreiben Sie 2024, 2024-07 oder 2024-07-31.</translation>
    </message>
    <message>
        <source>… and {n:,} more</source>
        <translation>… und {n:,} weitere</translation>
    </message>
    <message>
        <source>√(bits / 2)</source>
        <translation>√(Bits / 2)</translation>
    </message>
    <message>
        <source>√bits</source>
        <translation>√Bits</translation>
    </message>
</context>
</TS>
