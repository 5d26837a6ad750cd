"""The names of XMP: namespaces, and which property holds keywords in whose spelling."""

from dataclasses import dataclass

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XML = "http://www.w3.org/XML/1998/namespace"
META = "adobe:ns:meta/"
DC = "http://purl.org/dc/elements/1.1/"
XMP = "http://ns.adobe.com/xap/1.0/"
LIGHTROOM = "http://ns.adobe.com/lightroom/1.0/"
DIGIKAM = "http://www.digikam.org/ns/1.0/"
MICROSOFT = "http://ns.microsoft.com/photo/1.0/"
PHOTOSHOP = "http://ns.adobe.com/photoshop/1.0/"
EXIF = "http://ns.adobe.com/exif/1.0/"
MEDIAPRO = "http://ns.iview-multimedia.com/mediapro/1.0/"

# Another spelling of a namespace, as ExifTool has it
SAME_AS = {"http://ns.microsoft.com/photo/1.0": MICROSOFT}

Name = tuple[str, str]  # namespace, local name


@dataclass(frozen=True, slots=True)
class KeywordList:
    """A property that holds keywords."""

    key: str  # as the log of what was written calls it
    name: Name
    prefix: str  # the usual one
    separator: str  # between the levels of a hierarchical keyword; empty: a keyword has none
    container: str  # how it is written when it is new


SUBJECT = KeywordList("dc:subject", (DC, "subject"), "dc", "", "Bag")
HIERARCHICAL = KeywordList("lr:hierarchicalSubject", (LIGHTROOM, "hierarchicalSubject"), "lr", "|", "Bag")
TAGS_LIST = KeywordList("digiKam:TagsList", (DIGIKAM, "TagsList"), "digiKam", "/", "Seq")
LAST_KEYWORDS = KeywordList(
    "MicrosoftPhoto:LastKeywordXMP", (MICROSOFT, "LastKeywordXMP"), "MicrosoftPhoto", "/", "Bag"
)
CATALOG_SETS = KeywordList("mediapro:CatalogSets", (MEDIAPRO, "CatalogSets"), "mediapro", "|", "Bag")

WITH_LEVELS = (HIERARCHICAL, TAGS_LIST, LAST_KEYWORDS, CATALOG_SETS)
LISTS = {each.key: each for each in (SUBJECT, *WITH_LEVELS)}

RATING_KEY = "xmp:Rating"
RATING: Name = (XMP, "Rating")
RATING_PERCENT: Name = (MICROSOFT, "Rating")

TITLE: Name = (DC, "title")
CAPTION: Name = (DC, "description")
CREATOR: Name = (DC, "creator")
HEADLINE: Name = (PHOTOSHOP, "Headline")
# When a picture was taken, the surest first: the last may be when its file was made
DATES: tuple[Name, ...] = ((EXIF, "DateTimeOriginal"), (PHOTOSHOP, "DateCreated"), (XMP, "CreateDate"))
