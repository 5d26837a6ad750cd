"""What a packet says, however RDF spells it: properties as attributes or elements, in one rdf:Description or many,
values plain, in containers, with qualifiers, or in several languages."""

import re
from collections.abc import Iterator

from engine.packets.names import RDF, XML, Name
from engine.packets.safe_xml import Element, NotXmpError
from engine.sentences import said

CONTAINERS = {(RDF, "Bag"), (RDF, "Seq"), (RDF, "Alt")}
_DESCRIPTION, _VALUE, _RESOURCE = (RDF, "Description"), (RDF, "value"), (RDF, "resource")
_LANGUAGE: Name = (XML, "lang")
_MEMBER = re.compile(r"li|_[0-9]{1,9}")
_DEEPEST_ROOT = 3  # x:xmpmeta, or something around it


def rdf_of(root: Element) -> Element:
    """The element that holds all that is said; NotXmpError if there is none."""
    level = [root]
    for _ in range(_DEEPEST_ROOT):
        for element in level:
            if element.name == (RDF, "RDF"):
                return element
        level = [child for element in level for child in element.children]
    raise NotXmpError(said("it holds no RDF"))


def descriptions(rdf: Element) -> list[Element]:
    """What is said of the picture; a node of another type than Description says it just so."""
    return [child for child in rdf.children if child.name not in CONTAINERS]


def property_elements(rdf: Element, name: Name) -> list[Element]:
    return [child for node in descriptions(rdf) for child in node.children if child.name == name]


def values(rdf: Element, name: Name) -> list[str]:
    """All values of a property, in their order; each as it is written."""
    found = [value for node in descriptions(rdf) if (value := node.attribute(name)) is not None]
    for element in property_elements(rdf, name):
        found += _values(element)
    return found


def container_of(element: Element) -> Element | None:
    """The Bag, Seq or Alt that a property's values are in."""
    return next((child for child in element.children if child.name in CONTAINERS), None)


def members(container: Element) -> list[Element]:
    return [child for child in container.children if child.name[0] == RDF and _MEMBER.fullmatch(child.name[1])]


def text_of(element: Element) -> str:
    """The value of a property or of a container's member."""
    inner: Element | None = element
    while inner is not None:
        if (resource := inner.attribute(_RESOURCE)) is not None:
            return resource
        if (value := inner.attribute(_VALUE)) is not None:
            return value
        inside = next((child for child in inner.children if child.name in (_VALUE, _DESCRIPTION)), None)
        if inside is None:
            return inner.text
        inner = inside
    return ""


def _values(element: Element) -> Iterator[str]:
    container = container_of(element)
    if container is None:
        yield text_of(element)
        return
    listed = members(container)
    if container.name == (RDF, "Alt") and any(each.attribute(_LANGUAGE) for each in listed):
        yield _of_all_languages(listed)
        return
    yield from map(text_of, listed)


def _of_all_languages(listed: list[Element]) -> str:
    """The same in several languages is said once: in the one that is the default, else in the first."""
    default = (each for each in listed if (each.attribute(_LANGUAGE) or "").lower() == "x-default")
    return text_of(next(default, listed[0]))
