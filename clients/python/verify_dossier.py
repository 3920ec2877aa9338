#!/usr/bin/env python3
"""Verifies a dossier offline: python3 verify_dossier.py DOSSIER.zip [KEPT_CHECKPOINT.txt ...]

Needs Python 3.9 and the package cryptography (Debian: python3-cryptography). The format is in docs/dossie.md.
Prints what holds and what does not; status 0 if all of it holds, 1 if something does not, 2 if it cannot be checked.
"""
import base64
import hashlib
import itertools
import json
import re
import struct
import sys
import zlib

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    print("falta o pacote cryptography (Debian: apt install python3-cryptography; ou: pip install cryptography)")
    sys.exit(2)

UNLISTED = {"manifest.json", "manifest.note", "pessoas.json"}
WITH_PARTS = {"ReconciliationsMoved", "CompositionRecorded", "AdjustmentsRecorded", "ReconciliationsCommented",
              "EvidenceAttached", "VariationExplained", "ChartVersioned"}
OF_COMPANY = {"AutoApprovalChanged", "CarryRuleChanged", "ChartRegistered", "ClosedMonthsRuleChanged", "CompanyChanged",
              "CompanyRegistered", "DeadlinesChanged", "DefaultOwnersChanged", "MappingSaved", "RiskRulesChanged",
              "ToleranceChanged", "VariationRulesChanged", "ChecklistChanged", "ClosingStatementChanged"}
SITUATIONS = {"NOT_IN_CHART": "FORA_DO_PLANO", "NOT_RECONCILED": "NAO_CONCILIA"}
FIELDS = ("accountCode", "accountName", "previousBalanceCents", "debitCents", "creditCents", "finalBalanceCents",
          "nature", "debitSign")
HEADING = ("balanceteId;empresaId;competencia;contaCodigo;contaDescricao;saldoAnterior;debito;credito;saldoFinal;"
           "natureza;saldoAnteriorDevedor;saldoFinalDevedor")
COMPOSITION_HEADING = ("conciliacaoId;contaCodigo;contaDescricao;parte;linha;descricao;data;documento;valor;registradoEm;"
                       "registradoPorId")
ITEM_HEADING = ";itemId;origem;baixado"
SOURCE_HEADING = ITEM_HEADING + ";fonte"
# What a dossier may be at most: docs/dossie.md#limites.
ENTRIES_MAX, PARTS_MAX, EVENTS_MAX, OBJECTS_MAX, KEYS_MAX = 10_000, 10_000, 400_000, 100_000, 100
FILE_BYTES_MAX, TOTAL_BYTES_MAX, INDEX_BYTES_MAX, TEXT_BYTES_MAX = 512 << 20, 4 << 30, 16 << 20, 16 << 20
LINES_BYTES_MAX, LINE_BYTES_MAX, PART_BYTES_MAX = 128 << 20, 1 << 20, 4 << 20
RATIO_MAX, RATIO_FROM_BYTES = 200, 1 << 20
MEMORY_BYTES_MAX = 512 << 20
PIECE_BYTES = 1 << 16
# Times and owners, as programs that compress write them.
EXTRA_FIELDS, EXTRA_BYTES_MAX = (b"\x0a\x00", b"UT", b"UX", b"ux"), 64
problems = []
unproven = []


def check(holds, what):
    if not holds:
        problems.append(what)
    return holds


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def unbase64(text):
    return base64.b64decode(text, validate=True)


# --- signed notes (C2SP signed-note)

def parse_note(raw):
    """The signed text, and the name and bytes of each signature."""
    text, _, signatures = raw.decode("utf-8").rpartition("\n\n")
    found = re.findall(r"^— (\S+) (\S+)\n", signatures, re.M)
    return text + "\n", [(name, unbase64(value)) for name, value in found]


def is_signed(raw, name, key):
    text, signatures = parse_note(raw)
    key_id = sha256(name.encode(), b"\n\x01", key)[:4]
    for signer, value in signatures:
        if signer == name and value[:4] == key_id:
            try:
                Ed25519PublicKey.from_public_bytes(key).verify(value[4:], text.encode())
                return True
            except InvalidSignature:
                return False
    return False


def parse_checkpoint(raw):
    origin, size, root, rest = parse_note(raw)[0].split("\n")
    if rest or not re.fullmatch(r"0|[1-9]\d{0,14}", size):
        raise ValueError("checkpoint malformado")
    return origin, int(size), unbase64(root)


# --- proofs (RFC 9162, sections 2.1.3.2 and 2.1.4.2)

def is_included(leaf, index, size, path, root):
    node, last = index, size - 1
    if not 0 <= index < size:
        return False
    for other in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            leaf = sha256(b"\x01", other, leaf)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            leaf = sha256(b"\x01", leaf, other)
        node, last = node >> 1, last >> 1
    return last == 0 and leaf == root


def is_consistent(older, newer, older_root, newer_root, path):
    if older == newer:
        return not path and older_root == newer_root
    if not 0 < older < newer or not path:
        return False
    path = [older_root, *path] if older & (older - 1) == 0 else list(path)
    node, last = older - 1, newer - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    first = second = path[0]
    for other in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            first, second = sha256(b"\x01", other, first), sha256(b"\x01", other, second)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            second = sha256(b"\x01", second, other)
        node, last = node >> 1, last >> 1
    return last == 0 and first == older_root and second == newer_root


# --- the zip: a reader that goes from header to header has to find what the central directory names, and nothing else

class Refused(Exception):
    """No dossier at all; its text is the whole answer."""


def broken():
    return Refused("não é um dossiê inteiro: foi cortado, tem algo depois do seu fim, ou é outro arquivo")


def unnamed():
    return Refused("foi recusado: tem bytes que o índice do ZIP não nomeia, ou nomeia de outro modo, e que podem ser outro arquivo")


def too_large():
    return Refused("foi recusado: passa dos limites de um dossiê (arquivos, tamanhos, compressão ou memória), em docs/dossie.md")


def bytes_max(name):
    if name in ("events.ndjson", "proofs.ndjson"):
        return LINES_BYTES_MAX
    if name.startswith("parts/"):
        return PART_BYTES_MAX
    hashed = name.startswith("evidence/") or name.endswith((".csv", ".xlsx", ".html", ".md"))
    return FILE_BYTES_MAX if hashed else TEXT_BYTES_MAX


class Files:
    """The files of a dossier, read when they are asked for, in pieces or whole."""

    def __init__(self, path):
        self.file = open(path, "rb")
        self.entries = {}
        self.file.seek(0, 2)
        length = self.file.tell()
        end = self.at(length - 22, 22)
        if end[:4] != b"PK\5\6":
            raise broken()
        disks, here, count, size, offset, comment = struct.unpack("<4xIHHIIH", end)
        if count > ENTRIES_MAX or size > INDEX_BYTES_MAX or length > TOTAL_BYTES_MAX:
            raise too_large()
        if disks or here != count or comment or offset + size + 22 != length:
            raise unnamed()
        index = self.at(offset, size)
        at = following = total = 0
        for _ in range(count):
            if index[at:at + 4] != b"PK\1\2" or at + 46 > size:
                raise unnamed()
            named, extra, remark = struct.unpack("<HHH", index[at + 28:at + 34])
            record = index[at:at + 46 + named + extra]
            if remark or len(record) != 46 + named + extra:
                raise unnamed()
            following = self.add(record, named, following)
            at += len(record)
            total += self.size(self.last)
            if total > TOTAL_BYTES_MAX:
                raise too_large()
        if at != size or following != offset:
            raise unnamed()

    def add(self, record, named, at):
        """One entry, whose header has to be at this place; returns where what follows it begins."""
        flags, method = struct.unpack("<HH", record[8:12])
        packed, size = struct.unpack("<II", record[20:28])
        raw = record[46:46 + named]
        self.last = name = raw.decode("utf-8")
        if size > bytes_max(name) or (size > RATIO_FROM_BYTES and size > packed * RATIO_MAX):
            raise too_large()
        described = bool(flags & 8)
        if method not in (0, 8) or (method == 0 and (packed != size or described)) or flags & ~0x80e:
            raise unnamed()
        local = self.at(at, 30)
        rest = self.at(at + 30, named + struct.unpack("<H", local[28:])[0])
        # Flags, method, times, hash, sizes and the name's length stand in both in the same order.
        allowed = [record[8:30]] + [record[8:16] + bytes(12) + record[28:30]] * described
        if (local[:4] != b"PK\3\4" or local[6:28] not in allowed or rest[:named] != raw
                or record[42:46] != struct.pack("<I", at) or name in self.entries):
            raise unnamed()
        for extra in (record[46 + named:], rest[named:]):
            refuse_unknown(extra)
        start = at + 30 + len(rest)
        self.entries[name] = (method, packed, size, start)
        end = start + packed
        if described:
            found = self.at(end, 16)
            signed = 4 if found[:4] == b"PK\7\x08" else 0
            if found[signed:signed + 12] != record[16:28]:
                raise unnamed()
            end += signed + 12
        return end

    def at(self, start, length):
        if start < 0:
            raise broken()
        self.file.seek(start)
        found = self.file.read(length)
        if len(found) != length:
            raise broken()
        return found

    def __iter__(self):
        return iter(self.entries)

    def __contains__(self, name):
        return name in self.entries

    def size(self, name):
        return self.entries[name][2]

    def pieces(self, name):
        """Never more than the size that the zip says is inflated, whatever the entry holds."""
        method, packed, size, start = self.entries[name]
        inflating = zlib.decompressobj(-15) if method == 8 else None
        found = 0
        for at in range(start, start + packed, PIECE_BYTES):
            piece = self.at(at, min(PIECE_BYTES, start + packed - at))
            while piece:
                out = inflating.decompress(piece, PIECE_BYTES) if inflating else piece
                found += len(out)
                if found > size:
                    raise too_large()
                yield out
                if inflating and inflating.unused_data:
                    raise unnamed()
                piece = inflating.unconsumed_tail if inflating else b""
                if inflating and inflating.eof and at + PIECE_BYTES < start + packed:
                    raise unnamed()
        while inflating and not inflating.eof:
            out = inflating.decompress(b"", PIECE_BYTES)
            found += len(out)
            if found > size:
                raise too_large()
            if not out and not inflating.eof:
                raise broken()
            yield out
        if found != size:
            raise broken()

    def read(self, name):
        return b"".join(self.pieces(name))

    def sha256(self, name):
        hashed = hashlib.sha256()
        for piece in self.pieces(name):
            hashed.update(piece)
        return hashed.digest()

    def lines(self, name):
        """Of a file that ends in a line feed, without them; what follows the last one is no line."""
        rest, count = b"", 0
        for piece in self.pieces(name):
            *whole, rest = (rest + piece).split(b"\n")
            if len(rest) > LINE_BYTES_MAX:
                raise too_large()
            for line in whole:
                count += 1
                if count > EVENTS_MAX or len(line) > LINE_BYTES_MAX:
                    raise too_large()
                yield line


def refuse_unknown(extra):
    """Other fields may give another name or other sizes, or hide a file."""
    at = 0
    while at + 4 <= len(extra) and extra[at:at + 2] in EXTRA_FIELDS:
        at += 4 + struct.unpack("<H", extra[at + 2:at + 4])[0]
    if at != len(extra) or len(extra) > EXTRA_BYTES_MAX:
        raise unnamed()


def json_of(content):
    if content.count(b"{") + content.count(b"[") > OBJECTS_MAX:
        raise too_large()
    return json.loads(content)


# --- the dossier

def check_files(files, manifest):
    listed = {entry["name"]: entry for entry in manifest["files"]}
    for name in sorted(set(files) - set(listed) - UNLISTED):
        check(False, f"{name}: não está no manifesto")
    for name, entry in listed.items():
        if check(name in files, f"{name}: falta no ZIP"):
            same = files.size(name) == entry["bytes"] and files.sha256(name).hex() == entry["sha256"]
            check(same, f"{name}: não é o arquivo do manifesto (SHA-256)")


def check_events(files, events, manifest, size, root):
    """One line of events and one of proofs at a time."""
    last, count = -1, 0
    own = own_streams(events, manifest)
    proofs = files.lines("proofs.ndjson")
    for line, event, proof in zip(files.lines("events.ndjson"), events, proofs):
        count += 1
        proof = json.loads(proof)
        name = f"{event['stream']} {event['revision']} ({event['type']})"
        path = [unbase64(one) for one in proof["path"]]
        check(is_included(sha256(b"\x00", line), proof["index"], size, path, root),
              f"{name}: a prova não leva à raiz do checkpoint")
        check(proof["index"] > last, f"{name}: fora da ordem do log")
        last = proof["index"]
        check_scope(name, event, manifest, own)
    count += sum(1 for _ in proofs)
    check(len(events) == count, f"{len(events)} eventos, mas {count} provas")


def own_streams(events, manifest):
    """The streams that this dossier may hold: charts are those of the month's versions."""
    company, competence = manifest["company"]["id"], manifest["competence"]
    client = next((event["stream"] for event in events if event["stream"].startswith("client-")), None)
    charts = {f"chart-{e['data']['chartId']}" for e in events if e["stream"] == f"books-{company}"
              and e["type"] == "TrialBalanceVersioned" and e["data"]["competence"] == competence}
    return charts | {client, f"books-{company}", f"refusals-{company}", f"reconciliations-{company}.{competence}",
                     "deployment"}


def is_about(event, company):
    """Whether an event of the client or the deployment is about this company or all of them, and names no other."""
    kind, data = event["type"], event["data"]
    if event["stream"] == "deployment":
        return kind in ("Deployed", "SealKeySet")
    if kind in OF_COMPANY:
        return data["companyId"] == company
    if kind in ("UserRegistered", "UserRolesChanged"):
        return all(role["companyIds"] is None or set(role["companyIds"]) <= {company} for role in data["roles"])
    return kind == "HolidaysChanged"


def check_scope(name, event, manifest, own):
    company, competence, data = manifest["company"]["id"], manifest["competence"], event["data"]
    check(event["stream"] in own, f"{name}: stream que não é deste dossiê")
    if event["stream"].startswith(("client-", "deployment")):
        check(is_about(event, company), f"{name}: não diz respeito a esta empresa, ou cita outra")
    if isinstance(data, dict):
        check(data.get("companyId", company) in (company, None), f"{name}: evento de outra empresa")
        if event["stream"].startswith("reconciliations-"):
            check(data.get("competence", competence) == competence, f"{name}: evento de outra competência")


def check_streams(events, manifest):
    revisions = {}
    for event in events:
        revisions.setdefault(event["stream"], []).append(event["revision"])
    listed = {stream["stream"]: stream for stream in manifest["streams"]}
    check(set(listed) == set(revisions), "os streams dos eventos não são os do manifesto")
    for name, found in revisions.items():
        stream = listed.get(name)
        if stream is None:
            continue
        rising = all(before < after for before, after in zip(found, found[1:]))
        counted = (found[0], found[-1], len(found)) == (stream["firstRevision"], stream["lastRevision"], stream["events"])
        check(rising and counted, f"{name}: revisões diferentes das do manifesto")
        whole = not re.match(r"(client-|deployment$)", name)
        check(stream["complete"] == whole, f"{name}: o manifesto erra se o stream é completo")
        check(not whole or found == list(range(len(found))), f"{name}: faltam eventos")


def references_of(event, manifest):
    """What an event says of each group of its parts."""
    data, kind = event["data"], event["type"]
    if kind == "TrialBalanceVersioned" and data["competence"] == manifest["competence"]:
        return [data[name] for name in ("lines", "leftOut") if name in data]
    reference = data["items"] if kind == "TrialBalanceReleased" else data.get("parts") if kind in WITH_PARTS else None
    return [] if reference is None else [reference]


def check_parts(files, events, manifest):
    named = set()
    count = 0
    for event in events:
        for reference in references_of(event, manifest):
            first = reference.get("fromRevision", 0)
            stream = reference.get("stream", event["stream"])
            count += reference["count"]
            if count > PARTS_MAX:
                raise Refused("os eventos citam mais partes do que um dossiê tem: nenhuma outra foi conferida")
            names = [f"parts/{stream}/{first + k}" for k in range(reference["count"])]
            if not named.isdisjoint(names):
                raise Refused("os eventos citam uma parte mais de uma vez: nenhuma outra foi conferida")
            named.update(names)
            hashed = hashlib.sha256()
            for name in names:
                if name in files:
                    hashed.update(files.read(name))
            check(hashed.hexdigest() == reference["hash"], f"{event['stream']} {event['revision']} ({event['type']}): "
                  "as partes não têm o SHA-256 que o evento diz")
    for name in files:
        check(not name.startswith("parts/") or name in named, f"{name}: nenhum evento nomeia esta parte")
        if name.startswith("evidence/"):
            check(files.sha256(name).hex() == name[9:], f"{name}: o anexo não tem o SHA-256 do seu nome")


def check_company(events, manifest):
    company = manifest["company"]
    facts = [e["data"] for e in events if e["type"] in ("CompanyRegistered", "CompanyChanged")
             and e["data"]["companyId"] == company["id"]]
    same = facts and company == {"id": company["id"], "cnpj": facts[-1]["cnpj"], "nome": facts[-1]["legalName"]}
    check(same, "a empresa do manifesto não é a que os eventos cadastram")


def check_closed(events, manifest):
    state = [e["type"] == "CompetenceClosed" for e in events
             if e["type"] in ("CompetenceClosed", "CompetenceReopened") and e["data"]["competence"] == manifest["competence"]]
    check(manifest["closed"] == bool(state and state[-1]), "o manifesto erra se o mês está fechado")
    versions = [{"trialBalanceId": e["data"]["trialBalanceId"], "version": e["data"]["version"], "revision": e["revision"]}
                for e in events
                if e["type"] == "TrialBalanceVersioned" and e["data"]["competence"] == manifest["competence"]]
    check(manifest["versions"] == versions, "as versões do balancete não são as do manifesto")
    keys = [e["data"]["publicKey"] for e in events if e["type"] == "SealKeySet"]
    if keys and manifest["publicKey"] not in keys:
        print("aviso: a chave do manifesto não é nenhuma das que os eventos registram até o checkpoint")


def decimal(cents):
    whole, rest = divmod(abs(cents), 100)
    text = f"{whole},{rest:02d}".rstrip("0").rstrip(",") if rest else str(whole)
    return "-" + text if cents < 0 else text


def quoted(text):
    if text[:1] in ("=", "+", "-", "@", "\t", "\r"):
        text = "'" + text
    return '"' + text.replace('"', '""') + '"' if re.search(r'[";,\r\n]', text) else text


def check_balances(files, events, manifest):
    """balancete.csv and balancete-completo.csv again, from the lines that the newest version of the month names."""
    versions = [e for e in events if e["type"] == "TrialBalanceVersioned"
                and e["data"]["competence"] == manifest["competence"]]
    newest = max(versions, key=lambda e: e["data"]["version"])["data"] if versions else {}
    start = f"{newest.get('trialBalanceId')};{manifest['company']['id']};{manifest['competence']}"
    rows = [row for columns in columns_of(files, newest.get("lines")) for row in rows_of(start, columns)]
    check_table(files, "balancete.csv", [HEADING, *rows])
    if "leftOut" in newest:
        whole, entered = [HEADING + ";situacao"], iter([row + ";IMPORTADA" for row in rows])
        for columns in columns_of(files, newest["leftOut"]):
            others = rows_of(start, columns)
            for place, reason, row in zip(columns["place"], columns["reason"], others, strict=True):
                whole.extend(itertools.islice(entered, max(place + 1 - len(whole), 0)))
                whole.append(f"{row};{SITUATIONS[reason]}")
        check_table(files, "balancete-completo.csv", [*whole, *entered])
    else:
        check("balancete-completo.csv" not in files, "balancete-completo.csv: nenhum evento cita as suas linhas")


def check_compositions(files, events, manifest):
    """composicoes.csv again, from the last composition and the last adjustments of each reconciliation."""
    if "composicoes.csv" not in files:
        return
    raw = files.read("composicoes.csv")
    heading = raw.split(b"\r\n", 1)[0].decode()
    more = next((known for known in (SOURCE_HEADING, ITEM_HEADING) if heading.endswith(known)), "")
    newest = {}
    stream = f"reconciliations-{manifest['company']['id']}.{manifest['competence']}"
    for event in events:
        kind, data = event["type"], event["data"]
        if event["stream"] != stream or kind not in ("CompositionRecorded", "AdjustmentsRecorded"):
            continue
        columns = [data["items"]] if data["parts"] is None else columns_of(files, data["parts"])
        first = data["items"]["reconciliationId"][0] if data["items"] else 0
        for each in columns:
            own = each["composition"] if kind == "CompositionRecorded" and data["composition"] is None else None
            for k, account in enumerate(zip(each["reconciliationId"], each["accountCode"], each["accountName"], strict=True)):
                items = own[k] if own else data["composition" if kind == "CompositionRecorded" else "adjustments"]
                newest.setdefault(account[0], {})[kind] = (account, event, first, items)
    rows = [COMPOSITION_HEADING + more]
    for _, recorded in sorted(newest.items()):
        for kind, part in (("CompositionRecorded", "Composição"), ("AdjustmentsRecorded", "Ajuste")):
            if kind in recorded:
                rows.extend(composition_rows(part, more.count(";"), manifest["competence"], *recorded[kind]))
    check_table(files, "composicoes.csv", rows)


def composition_rows(part, known, competence, account, event, first, items):
    by = event["metadata"]
    for number, item in enumerate(items, 1):
        texts = [quoted(text or "") for text in (item["description"], item.get("date"), item.get("document"))]
        row = [str(account[0]), quoted(account[1]), quoted(account[2]), part, str(number), *texts,
               decimal(item["amountCents"]), by["at"], quoted(by["actor"]["id"])]
        if part == "Ajuste":
            row.extend([""] * known)
        else:
            # Recorded before items had an identity: made of the first reconciliation, the competence and the number.
            former = f"{first:08x}-{competence[:4]}-80{competence[5:]}-8000-{number:012x}"
            of_item = [item.get("id", former), item.get("origin", competence), item.get("settledOn") or "",
                       item.get("source", "digitado").upper()]
            row.extend(of_item[:known])
        yield ";".join(row)


def columns_of(files, reference):
    for k in range(reference["count"] if reference else 0):
        yield json.loads(files.read(f"parts/{reference['stream']}/{k}"))


def rows_of(start, columns):
    rows = []
    for code, name, *cents, nature, sign in zip(*(columns[field] for field in FIELDS), strict=True):
        debit = [sign * cents[0], sign * cents[3]]
        texts = [quoted(code), quoted(name)]
        rows.append(";".join([start, *texts, *map(decimal, cents), nature, *map(decimal, debit)]))
    return rows


def check_table(files, name, rows):
    same = files.read(name) == b"\xef\xbb\xbf" + "".join(row + "\r\n" for row in rows).encode()
    check(same, f"{name}: não é o que os eventos dão")


def check_people(files, manifest):
    if "pessoas.json" not in files:
        return
    hashes = {person["id"]: person["sha256"] for person in manifest["people"] or []}
    for person in json_of(files.read("pessoas.json"))["people"]:
        canonical = json.dumps(person, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        check(hashes.pop(person["id"], None) == sha256(canonical.encode()).hex(),
              f"pessoas.json: {person['id']} não é a pessoa do manifesto")


def check_consistency(files, origin, keys, size, root):
    """The proofs of the dossier, by the signed text of the checkpoint that each is for."""
    proven = set()
    for name in sorted(n for n in files if n.startswith("consistency/")):
        note, _, proof = files.read(name).decode("utf-8").rpartition("consistency ")
        sizes, *path = proof.splitlines()
        kept_origin, kept_size, kept_root = parse_checkpoint(note.encode())
        (older, older_root), (newer, newer_root) = sorted([(kept_size, kept_root), (size, root)])
        holds = (kept_origin == origin and any(is_signed(note.encode(), origin, key) for key in keys) and sizes == f"{older} {newer}"
                 and is_consistent(older, newer, older_root, newer_root, [unbase64(one) for one in path]))
        if check(holds, f"{name}: a prova de consistência não vale"):
            proven.add(parse_note(note.encode())[0])
    return proven


def check_kept(path, proven, origin, keys, size, root):
    with open(path, "rb") as file:
        raw = file.read()
    kept_origin, kept_size, kept_root = parse_checkpoint(raw)
    signed = any(is_signed(raw, origin, key) for key in keys)
    if kept_origin == origin and not check(signed, f"{path}: assinatura inválida"):
        return
    if (kept_origin, kept_size) == (origin, size):
        check(kept_root == root, f"{path}: outra raiz para o mesmo tamanho: o log foi bifurcado")
    elif parse_note(raw)[0] not in proven:
        unproven.append(f"{path}: não comprovado (o dossiê não tem prova para este checkpoint)")


def verify(path, kept):
    files = Files(path)
    raw = files.read("manifest.json")
    manifest = json_of(raw)
    if not check(manifest["format"] == "conciliacao-dossie/1", "formato desconhecido"):
        return
    origin, key = f"conciliacao/{manifest['logId']}", unbase64(manifest["publicKey"])
    text = f"{origin}/dossie\n{sha256(raw).hex()}\n"
    note, sealed = files.read("manifest.note"), files.read("checkpoint.txt")
    check(parse_note(note)[0] == text, "manifest.json: não é o manifesto assinado")
    check(is_signed(note, origin, key), "manifest.note: assinatura inválida")
    check(is_signed(sealed, origin, key), "checkpoint.txt: assinatura inválida")
    checkpoint = parse_checkpoint(sealed)
    said = manifest["checkpoint"]
    check(checkpoint == (origin, said["size"], unbase64(said["root"])), "checkpoint.txt: não é o do manifesto")
    size, root = checkpoint[1:]
    check_files(files, manifest)
    events = [json.loads(line) for line in files.lines("events.ndjson")]
    check_events(files, events, manifest, size, root)
    check_streams(events, manifest)
    check_parts(files, events, manifest)
    check_company(events, manifest)
    check_closed(events, manifest)
    check_balances(files, events, manifest)
    check_compositions(files, events, manifest)
    check_people(files, manifest)
    # A kept checkpoint may be signed by a key that the log had before.
    former = [e["data"]["publicKey"] for e in events if e["type"] == "SealKeySet"][-KEYS_MAX:]
    keys = [key, *map(unbase64, former)]
    proven = check_consistency(files, origin, keys, size, root)
    for one in kept:
        check_kept(one, proven, origin, keys, size, root)
    fingerprint = sha256(key).hex()
    print(f"{manifest['company']['nome']}, {manifest['competence']}, {len(events)} eventos, checkpoint {size}")
    last = {"stream": events[-1]["stream"], "revision": events[-1]["revision"], "type": events[-1]["type"],
            "at": events[-1]["metadata"]["at"]}
    check(manifest.get("lastEvent", last) == last, "o último evento não é o que o manifesto informa")
    print(f"vai até o evento {last['revision']} de {last['stream']} ({last['type']}), de {last['at']}; "
          "atos posteriores não estão no dossiê")
    print(f"chave pública: SHA-256 {fingerprint} (compare com a que você guardou)")


def bound_memory():
    """What hostile JSON makes in memory is stopped there; not on Windows, which has no such bound."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main():
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    try:
        bound_memory()
        verify(sys.argv[1], sys.argv[2:])
    except Refused as error:
        problems[:], unproven[:] = [f"{sys.argv[1]}: {error}"], []
    except (MemoryError, RecursionError):
        problems[:], unproven[:] = [f"{sys.argv[1]}: {too_large()}"], []
    except OSError as error:
        problems.append(f"não foi possível ler o arquivo {error.filename}")
    except Exception as error:  # what cannot be read to its end is not whole, whatever it lacks
        problems.append(f"o dossiê não tem o formato esperado ({type(error).__name__})")
    for line in problems + unproven:
        print(f"✗ {line}")
    print("NÃO CONFERE" if problems else "confere, com checkpoints não comprovados" if unproven else "confere")
    return 1 if problems or unproven else 0


sys.exit(main())
