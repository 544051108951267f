"""Secrets on a server: stations' accounts read no hash of them; the owner's functions compare, keep and count.

A station asks for cost and salt, hashes what was typed, and is given the whole hash only if that is right: then it can
sign with it, and prove that person while the server is away. Digests and keys on record are no way around it, because
letters that no salt tells are mixed into both (`operations.credentials.MIXED_IN`).
"""

from __future__ import annotations

import sqlalchemy as sa

from db.credentials import SqlCredentials
from db.dialect import Writes
from db.postgres_guards import told_of
from db.schema import credential
from floorapp.operations.canonical import instant_text
from floorapp.operations.credentials import Guesses
from floorapp.operations.entry import Proof

#: So often a secret is compared without a right one in between, whatever was undone: a sequence forgets nothing. It is
#: set and not counted up, since what is counted up jumps ahead in a crash.
TRIES = 20

_KEY = """
CREATE FUNCTION floor_guess_key(who text, how text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(encode(sha256(convert_to(how || E'\\x1f' || who, 'UTF8')), 'hex'), 8)
$$
"""

_TRIES = """
CREATE FUNCTION floor_tries_counted() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    EXECUTE 'CREATE SEQUENCE IF NOT EXISTS floor_tries_' || floor_guess_key(NEW.person, NEW.proof);
    PERFORM setval(('floor_tries_' || floor_guess_key(NEW.person, NEW.proof))::regclass, 1, false);
    RETURN NEW;
END $$
"""

_ASKED = """
CREATE FUNCTION floor_secret_asked(who text, how text) RETURNS text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT substring(hashed FROM '^.*\\$') FROM credential WHERE person = who AND proof = how
$$
"""

_PROVED = f"""
CREATE FUNCTION floor_secret_proved(who text, how text, again text, station text) RETURNS text[] LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {{schema}}, pg_temp AS $$
DECLARE
    known text;
    tries regclass := to_regclass('floor_tries_' || floor_guess_key(who, how));
    counted bigint;
BEGIN
    SELECT hashed INTO known FROM credential WHERE person = who AND proof = how FOR UPDATE;
    IF tries IS NULL THEN
        RETURN NULL;
    END IF;
    EXECUTE 'SELECT last_value + is_called::integer FROM ' || tries INTO counted;
    IF setval(tries, counted) > {TRIES} THEN
        RETURN NULL;
    END IF;
    IF split_part(known, '.', 1) IS DISTINCT FROM again THEN
        RETURN NULL;
    END IF;
    PERFORM setval(tries, 1, false);
    DELETE FROM guess WHERE key = floor_guess_key(who, how) OR how = 'password' AND key = floor_guess_key(who, 'pin');
    UPDATE guess SET failures = failures - 2 WHERE key = floor_guess_key(station, 'station');
    DELETE FROM guess WHERE key = floor_guess_key(station, 'station') AND failures <= 0;
    RETURN ARRAY[known, (SELECT hashed FROM credential WHERE person = who AND proof = 'pin' AND how = 'password')];
END $$
"""

_KEPT = """
CREATE FUNCTION floor_secret_kept(who text, how text, made text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF encode(sha256(convert_to(made, 'UTF8')), 'hex') IS DISTINCT FROM (
        SELECT payload::jsonb ->> 'digest' FROM entry
        WHERE kind = 'person.' || how || '-set' AND subject_id = who ORDER BY position DESC LIMIT 1
    ) THEN
        RAISE EXCEPTION 'a secret is kept with the entry that sets it' USING ERRCODE = 'restrict_violation';
    END IF;
    DELETE FROM credential WHERE person = who AND proof = how;
    INSERT INTO credential (person, proof, hashed) VALUES (who, how, made);
END $$
"""

_COUNTED = """
CREATE FUNCTION floor_guesses_counted(counted text, failed integer, last text, turned integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    known record;
    freed text;
BEGIN
    SELECT * INTO known FROM guess WHERE key = counted;
    IF failed < known.failures THEN
        SELECT kind INTO freed FROM entry
        WHERE position > (SELECT max(position) - 20 FROM entry) AND xmin = pg_current_xact_id()::xid
        AND kind IN ('person.readmitted', 'person.rescued')
        AND counted IN (floor_guess_key(subject_id, 'pin'), floor_guess_key(subject_id, 'password'));
        IF freed IS NULL THEN
            failed := known.failures;
            last := coalesce(last, known.last_at);
        ELSIF to_regclass('floor_tries_' || counted) IS NOT NULL THEN
            PERFORM setval(to_regclass('floor_tries_' || counted), 1, false);
        END IF;
    END IF;
    DELETE FROM guess WHERE key = counted;
    IF failed > 0 OR last IS NOT NULL OR turned > 0 THEN
        INSERT INTO guess (key, failures, last_at, turned_away) VALUES (counted, failed, last, turned);
    END IF;
END $$
"""

_SEALED = """
CREATE FUNCTION floor_secrets_sealed() RETURNS text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT encode(sha256(convert_to('[' || coalesce(string_agg(
        '[' || to_json(person)::text || ',' || to_json(proof)::text || ',' || to_json(hashed)::text || ']',
        ',' ORDER BY person COLLATE "C", proof COLLATE "C"
    ), '') || ']', 'UTF8')), 'hex') FROM credential
$$
"""

_DIGESTS = """
CREATE FUNCTION floor_secret_digests() RETURNS TABLE (who text, how text, digest text) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT person, proof, encode(sha256(convert_to(hashed, 'UTF8')), 'hex') FROM credential
$$
"""

_MADE = (_KEY, _TRIES, _ASKED, _PROVED, _KEPT, _COUNTED, _SEALED, _DIGESTS)

#: The trigger that has tries counted of every secret, as the server spells it.
TRIGGERS = {
    "secrets_tries_are_counted": "BEFORE INSERT ON credential FOR EACH ROW EXECUTE FUNCTION floor_tries_counted()"
}

#: The functions.
FUNCTIONS = told_of(_MADE)

#: What stations' accounts may call, as it is called.
CALLED = (
    "floor_secret_asked(text, text)",
    "floor_secret_proved(text, text, text, text)",
    "floor_secret_kept(text, text, text)",
    "floor_guesses_counted(text, integer, text, integer)",
    "floor_secrets_sealed()",
    "floor_secret_digests()",
)

_UNLOGGED = """
SELECT oid::regclass::text FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' AND relpersistence = 'u'
"""

_HIDDEN = """
SELECT has_table_privilege(current_user, 'credential', 'SELECT, INSERT, UPDATE, DELETE')
    OR has_any_column_privilege(current_user, 'credential', 'SELECT, INSERT, UPDATE')
"""


def guard_secrets(connection: sa.Connection) -> None:
    """The functions, and tries counted of secrets that stand here already."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    for made in _MADE:
        connection.exec_driver_sql(made.replace("{schema}", str(schema)))
    for name, does in TRIGGERS.items():
        connection.exec_driver_sql(f"CREATE TRIGGER {name} {does}")
    kept = connection.execute(sa.delete(credential).returning(credential)).mappings().all()
    if kept:
        connection.execute(sa.insert(credential), [dict(row) for row in kept])


def count_tries_for_good(connection: sa.Connection) -> None:
    """Have counted tries outlive a crash of the server."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    for made in (_TRIES, _PROVED):
        anew = made.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION").replace("{schema}", str(schema))
        connection.exec_driver_sql(anew)
    for tries in connection.exec_driver_sql(_UNLOGGED).scalars().all():
        connection.exec_driver_sql(f"ALTER SEQUENCE {tries} SET LOGGED")


def may_read_hashes(connection: sa.Connection) -> bool:
    """Whether this account can read or change hashes past the owner's functions."""
    return bool(connection.exec_driver_sql(_HIDDEN).scalar_one())


def digests(connection: sa.Connection) -> dict[tuple[str, str], str]:
    """What can be held against the entries that set secrets: by person and proof, the digest of each hash."""
    rows = connection.exec_driver_sql("SELECT who, how, digest FROM floor_secret_digests()")
    return {(str(who), str(how)): str(each) for who, how, each in rows}


_KEEP = sa.text("SELECT floor_secret_kept(:person, :proof, :hashed)")
_COUNT = sa.text("SELECT floor_guesses_counted(:key, :failures, CAST(:last_at AS text), :turned_away)")


class ServerCredentials(SqlCredentials):
    """Credentials inside one transaction on a server; what changes is written down with the entries it stands on."""

    def __init__(self, connection: sa.Connection, station: str) -> None:
        super().__init__(connection)
        self._station = station
        self._set: dict[tuple[str, Proof], str] = {}
        self._counted: dict[str, Guesses] = {}

    def asked(self, person: str, proof: Proof) -> str | None:
        """With what a person's password or PIN is hashed again: cost and salt."""
        if (person, proof) in self._set:
            return super().asked(person, proof)
        answer = self._connection.exec_driver_sql("SELECT floor_secret_asked(%s, %s)", (person, proof.value))
        asked: str | None = answer.scalar_one()
        return asked

    def proved(self, person: str, proof: Proof, again: str) -> str | None:
        """The whole hash, for whoever hashed the right secret again; wrong guesses are forgiven with it.

        With a right password the station learns the PIN too: who signs in somewhere signs with it there.
        """
        if (person, proof) in self._set:
            return super().proved(person, proof, again)
        given = (person, proof.value, again, self._station)
        found = self._connection.exec_driver_sql("SELECT floor_secret_proved(%s, %s, %s, %s)", given).scalar_one()
        if found is None:
            return None
        whole, pin = found
        self.learned[person, proof] = str(whole)
        if pin is not None:
            self.learned[person, Proof.PIN] = str(pin)
        return str(whole)

    def _hashed(self, person: str, proof: Proof) -> str | None:
        return self._set.get((person, proof))

    def keep(self, person: str, proof: Proof, hashed: str) -> None:
        """Replace a person's hash, once the entry that says so is written down."""
        self._set[person, proof] = self.learned[person, proof] = hashed

    def guesses(self, key: str) -> Guesses:
        """The wrong guesses under a key."""
        return self._counted[key] if key in self._counted else super().guesses(key)

    def count(self, key: str, guesses: Guesses) -> None:
        """Remember the wrong guesses under a key; the server forgets none but for a right secret."""
        self._counted[key] = guesses

    def sealed(self) -> str:
        """A digest over all hashes of secrets, for a head to swear to."""
        assert not self._set, "a head is signed in a transaction of its own"
        return str(self._connection.exec_driver_sql("SELECT floor_secrets_sealed()").scalar_one())

    def write_down(self, onto: Writes) -> None:
        """Have the owner's functions keep and count; the entries are written down before."""
        if self._set:
            kept = self._set.items()
            onto.execute(_KEEP, [{"person": who, "proof": how.value, "hashed": made} for (who, how), made in kept])
        rows = [
            {
                "key": key,
                "failures": each.failures,
                "last_at": None if each.last_at is None else instant_text(each.last_at),
                "turned_away": each.turned_away,
            }
            for key, each in self._counted.items()
        ]
        if rows:
            onto.execute(_COUNT, rows)
        self._set.clear()
        self._counted.clear()
