"""What a person does to the files of pictures: each wish is planned, asked about, done as a job, and can be undone.

part               all of it, put together for the window: entries and keys
doing              from a wish to a job: planned, asked about, done
asking             the question before it is done, with what would come of it
texts              what is said and asked, in words
file_step          a batch of file actions as a step that can be undone
rename_dialog      the new name
export_dialog      the size of exported pictures, and whether they say where they were taken
log_page           what was done to files, to be looked through and taken back
log_rows           that log as rows; log_reading reads it page by page
other_programs     the picture on the clipboard, the file in another program
programs           which programs there are for pictures; program_dialog asks for one
"""
