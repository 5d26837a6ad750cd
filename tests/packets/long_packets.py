"""Packets as programs let them grow: with a history of each step, with settings, with all that a picture is made
of. Put together here; only their shape is that of Lightroom, Photoshop and darktable."""

_HEAD = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0"><rdf:RDF'
    ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
    ' xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"'
    ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"'
    ' xmlns:darktable="http://darktable.sf.net/" xmp:Rating="4" xmp:CreateDate="2021-03-04T05:06:07+01:00"{}>{}'
)
_TAIL = (
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title behind it all</rdf:li></rdf:Alt></dc:title>'
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
)
_STEP = (
    '<rdf:li stEvt:action="saved" stEvt:instanceID="xmp.iid:{:032x}" stEvt:when="2021-03-04T05:06:07+01:00"'
    ' stEvt:softwareAgent="Adobe Photoshop Lightroom Classic 10.1 (Windows)" stEvt:changed="/metadata"/>'
)
_LONG_STEP = (
    '<rdf:li rdf:parseType="Resource"><stEvt:action>saved</stEvt:action>'
    "<stEvt:instanceID>xmp.iid:{:032x}</stEvt:instanceID><stEvt:when>2021-03-04T05:06:07+01:00</stEvt:when>"
    "<stEvt:changed>/</stEvt:changed></rdf:li>"
)
_SEQ = "<{0}><rdf:Seq>{1}</rdf:Seq></{0}>"
_BAG = "<{0}><rdf:Bag>{1}</rdf:Bag></{0}>"


def history(size: int, step: str = _STEP) -> bytes:
    """Steps as attributes."""
    return _packet(_SEQ.format("xmpMM:History", _repeated(step, size)))


def long_history(size: int) -> bytes:
    """Steps as elements, as older programs and exiv2 write them."""
    return history(size, _LONG_STEP)


def ancestors(size: int) -> bytes:
    """Of a document of Photoshop that others were pasted into."""
    return _packet(_BAG.format("photoshop:DocumentAncestors", _repeated("<rdf:li>xmp.did:{:032x}</rdf:li>", size)))


def settings(size: int) -> bytes:
    """Of Camera Raw: some hundred as attributes, curves and masks as elements."""
    points = _repeated("<rdf:li>{0}, {0}</rdf:li>", size // 2)
    mask = '<rdf:li><rdf:Description crs:What="Mask/Image" crs:MaskActive="true" crs:MaskID="{:032X}"/></rdf:li>'
    attributes = "".join(f' crs:Setting{number}="+{number}"' for number in range(250))
    inside = _SEQ.format("crs:ToneCurvePV2012", points)
    return _packet(inside + _SEQ.format("crs:MaskGroupBasedCorrections", _repeated(mask, size // 2)), attributes)


def edited_raw(size: int) -> bytes:
    """As darktable writes it into a sidecar."""
    step = '<rdf:li darktable:num="{0}" darktable:operation="exposure" darktable:params="{0:0128x}"/>'
    return _packet(_SEQ.format("darktable:history", _repeated(step, size)))


KINDS = (history, long_history, ancestors, settings, edited_raw)


def _repeated(text: str, size: int) -> str:
    return "".join(text.format(number) for number in range(size // len(text.format(0))))


def _packet(properties: str, attributes: str = "") -> bytes:
    return (_HEAD.format(attributes, properties) + _TAIL).encode()
