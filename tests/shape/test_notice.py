"""Tests of the notice: the modules of a jar, their licences, and the texts that come with them."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from scripts import notice, third_party
from scripts.third_party import Module

APACHE = "\n   Apache License\n Version 2.0, January 2004\n ... See the License for the specific language governing\n permissions and limitations under the License.\n"


def module(folder: Path, name: str, entries: dict[str, str]) -> Module:
    path = folder / f"{name}.jar"
    with ZipFile(path, "w") as archive:
        for entry, text in entries.items():
            archive.writestr(entry, text)
    return Module("com.acme", name, "1.0", "Apache-2.0", "https://acme.example", path)


def test_the_table_of_the_build_is_read_with_spdx_identifiers(tmp_path: Path) -> None:
    table = tmp_path / "third-party.tsv"
    table.write_text(
        "g\ta\t1\tPublic Domain, per Creative Commons CC0 <x>; BSD-2-Clause <>\thome\ta.jar\n"
    )
    assert third_party.read(table) == [
        Module("g", "a", "1", "CC0-1.0 OR BSD-2-Clause", "home", Path("a.jar"))
    ]


@pytest.mark.parametrize("licences", ["", "Acme Licence <https://acme.example>"])
def test_a_licence_without_spdx_identifier_fails(licences: str) -> None:
    with pytest.raises(ValueError, match="g:a: no SPDX identifier"):
        third_party.module(["g", "a", "1", licences, "", "a.jar"])


def test_a_module_is_in_a_jar_by_its_classes_also_by_relocated_ones(tmp_path: Path) -> None:
    kept = module(tmp_path, "kept", {"com/acme/A.class": ""})
    moved = module(tmp_path, "moved", {"com/moved/B.class": ""})
    left = module(tmp_path, "left", {"com/left/C.class": "", "module-info.class": ""})
    entries = {"com/acme/A.class", "shaded/com/moved/B.class", "module-info.class"}
    assert third_party.contained([kept, moved, left], entries) == [kept, moved]


def test_an_apache_licence_is_not_kept_twice(tmp_path: Path) -> None:
    texts = {"META-INF/LICENSE": APACHE, "META-INF/Fast-LICENSE": "MIT"}
    assert notice.own_licences(module(tmp_path, "a", texts)) == {
        "META-INF/licenses/a/Fast-LICENSE": "MIT"
    }


def test_the_notice_names_each_module_and_quotes_equal_notices_once(tmp_path: Path) -> None:
    one = module(tmp_path, "one", {"META-INF/NOTICE": "By Acme.\n"})
    two = module(tmp_path, "two", {"META-INF/NOTICE.txt": "By Acme.\n"})
    text = notice.notice({one: {"META-INF/licenses/one/LICENSE": "MIT"}, two: {}}, set())
    assert text.startswith(notice.HEAD)
    assert (
        "com.acme:one:1.0\n    licence: Apache-2.0\n    home page: https://acme.example\n"
        "    file: META-INF/licenses/one/LICENSE\n"
    ) in text
    assert text.count("By Acme.") == 1
    assert "---- com.acme:one:1.0, com.acme:two:1.0\n" in text


def test_a_file_of_data_is_named_with_its_own_licence(tmp_path: Path) -> None:
    path = "org/publicsuffix/list/effective_tld_names.dat"
    text = notice.notice({module(tmp_path, "a", {}): {}}, {path})
    assert f"{path}\n    licence: MPL-2.0\n" in text


def test_a_build_without_the_text_of_the_licence_fails(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no dependency carries the text"):
        notice.apache_text([module(tmp_path, "a", {"META-INF/LICENSE": "MIT"})])


def test_a_jar_without_a_module_of_the_table_fails(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="contains no class"):
        notice.legal_files([module(tmp_path, "a", {"A.class": ""})], {"B.class"})
