"""Players that have learnt: a network in an ONNX file scores what is legal (the extra `policy`).

A network is given arrays (`stavka.arrays`) and answers with a score for each legal choice of the
list, or for every choice of the title. Its file says for which title, rules and arrays it was
trained; with others its scores would mean something else, so that it is refused.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import Choice, Decision, Title, Unsuitable, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PREFIX = "policy:"
# What a file has to say of itself, under these keys; the last may be left out.
TITLE, RULES = "stavka.title", "stavka.rules"
ENCODING, OBSERVATION = "stavka.encoding", "stavka.observation"
TEMPERATURE = "stavka.temperature"
# The parts of what a network is given, beside those of an observation, and what it answers.
CHOICES, MASK, SCORES = "choices", "mask", "scores"
MISSING = "a policy needs onnxruntime and numpy: pip install 'stavka[policy]'"
# So many situations are remembered, to get out of circles.
REMEMBERED = 20_000


def described(title: Title[Any], *, flat: bool = False) -> dict[str, str]:
    """What a file says of itself if it was trained for a title as it is here: with scores for the
    list of legal choices, or for all choices of the title."""
    encoding, listing, observer = _arrays(title)
    return {
        TITLE: title.slug,
        RULES: str(title.rules),
        ENCODING: encoding.digest if flat else listing.digest,
        OBSERVATION: observer.digest,
    }


@lru_cache(maxsize=8)
def _arrays(title: Title[Any]) -> tuple[Any, Any, Any]:
    try:
        from ..arrays import Encoding, Listing, Observer
    except ImportError:
        raise Unsuitable(MISSING) from None
    encoding = Encoding(title)
    return encoding, Listing(encoding), Observer(title)


class Network:
    """The network in a file, on one thread."""

    def __init__(self, file: Path) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise Unsuitable(MISSING) from None
        settings = onnxruntime.SessionOptions()
        # The same sums in the same order, whatever else the machine does.
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        settings.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                file.read_bytes(), settings, providers=["CPUExecutionProvider"]
            )
        except OSError as error:
            raise Unsuitable(f"{file} cannot be read: {error.strerror}") from None
        except Exception:
            raise Unsuitable(f"{file} is no network in the format of ONNX") from None
        self.says: Mapping[str, str] = self._session.get_modelmeta().custom_metadata_map
        self._wanted = [one.name for one in self._session.get_inputs()]
        self._file = file

    def check(self, title: Title[Any]) -> bool:
        """Refuses a network that was not trained for this; tells whether it scores all choices of
        the title, not the list of those that are legal."""
        file, says = self._file, self.says
        if says.get(TITLE) != title.slug:
            trained = says.get(TITLE) or "nothing of Stavka's"
            raise Unsuitable(f"{file} was trained for {trained}, not for {title.slug}")
        wanted = described(title)
        flat = says.get(ENCODING) == described(title, flat=True)[ENCODING]
        different = [
            name
            for key, name in ((RULES, "rules"), (ENCODING, "choices"), (OBSERVATION, "views"))
            if says.get(key) != wanted[key] and not (flat and key == ENCODING)
        ]
        if different:
            raise Unsuitable(
                f"{file} was trained with other {' and '.join(different)} of {title.name} than"
                " there are now: train it again"
            )
        known = {*_arrays(title)[2].shapes, CHOICES, MASK}
        if not known.issuperset(self._wanted):
            unknown = ", ".join(sorted(set(self._wanted) - known))
            raise Unsuitable(f"{file} asks for {unknown}; there are {', '.join(sorted(known))}")
        return flat

    @property
    def temperature(self) -> float:
        try:
            found = float(self.says.get(TEMPERATURE, "0"))
        except ValueError:
            found = -1.0
        if not 0 <= found < 100:
            raise Unsuitable(f"{self._file} has a temperature that is none")
        return found

    def scores(self, given: Mapping[str, Any]) -> npt.NDArray[np.float64]:
        inputs = {name: given[name] for name in self._wanted}
        found: npt.NDArray[np.float64] = self._session.run([SCORES], inputs)[0].reshape(-1)
        return found


@lru_cache(maxsize=4)
def _network(file: Path, _changed: int) -> Network:
    return Network(file)


def network_of(file: Path) -> Network:
    """The network in a file, read anew when the file has changed."""
    try:
        changed = file.stat().st_mtime_ns
    except OSError as error:
        raise Unsuitable(f"{file} cannot be read: {error.strerror}") from None
    return _network(file, changed)


class Policy:
    """Takes what its network scores highest; with a temperature, what a draw by the scores says.

    A network may go in circles (begin an attack, call it off, begin it again). Whoever meets a
    situation again takes the best of what he has not tried in it.
    """

    sees = True

    def __init__(self, title: Title[Any], file: Path, seed: int | str) -> None:
        self._network = network_of(file)
        self._flat = self._network.check(title)
        self._temperature = self._network.temperature
        self._random = random.Random(seed)
        self._encoding, self._listing, observer = _arrays(title)
        self._given = observer.blank()
        self._writer = observer.writer(self._given)
        import numpy as np

        self._given[CHOICES] = np.zeros((self._listing.rows, 5), np.int16)
        count = self._encoding.n if self._flat else self._listing.rows
        self._given[MASK] = np.zeros(count, np.int8)
        self._tried: dict[bytes, set[int]] = {}

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("a policy needs a view")
        if len(decision) == 1:
            return decision.pick(0)
        given = self._given
        self._writer.write(view)
        if self._flat:
            self._encoding.mask(decision, given[MASK])
        else:
            self._listing.write(decision, given[CHOICES], given[MASK])
        number = self._best(self._network.scores(given))
        if self._flat:
            choice: Choice = self._encoding.decode(number)
        else:
            choice = self._listing.choice(decision, number)
        return choice

    def _best(self, scores: npt.NDArray[np.float64]) -> int:
        """The number of the choice that is taken."""
        import numpy as np

        legal = np.flatnonzero(self._given[MASK])
        tried = self._tried_here()
        if len(tried) >= len(legal):
            tried.clear()
        left = np.array([n for n in legal.tolist() if n not in tried])
        worth = scores[left].astype(np.float64)
        # A network that has gone astray does not say what it thinks of a choice.
        worth[~np.isfinite(worth)] = -np.inf
        if self._temperature and np.isfinite(worth).any():
            weights = np.exp((worth - worth.max()) / self._temperature)
            (place,) = self._random.choices(range(len(left)), weights.tolist())
        else:
            place = int(worth.argmax())
        number = int(left[place])
        tried.add(number)
        return number

    def _tried_here(self) -> set[int]:
        """What was chosen before in the same situation."""
        seen = hashlib.blake2b(digest_size=16)
        for part in self._given.values():
            seen.update(part)
        if len(self._tried) >= REMEMBERED:
            self._tried.clear()
        return self._tried.setdefault(seen.digest(), set())


# Those that a server offers in its lobby, by their names.
_offered: dict[str, tuple[str, Path]] = {}


def offer(file: Path, titles: Mapping[str, Title[Any]]) -> str:
    """Offers a policy to all who play here; returns its name. Whatever is wrong is told now."""
    network = network_of(file)
    slug = network.says.get(TITLE, "")
    if slug not in titles:
        trained = slug or "nothing of Stavka's"
        raise Unsuitable(f"{file} was trained for {trained}, which is not played here")
    network.check(titles[slug])
    _offered[file.name] = slug, file
    return f"{PREFIX}{file.name}"


def offered(slug: str) -> tuple[str, ...]:
    """The names of the policies for a title that are offered here."""
    return tuple(f"{PREFIX}{name}" for name, (for_, _) in _offered.items() if for_ == slug)


def policy(title: Title[Any], name: str, seed: str) -> Policy:
    """The player called `policy:FILE`: of those that are offered, or of a file."""
    file = name.removeprefix(PREFIX)
    if not file:
        raise Unsuitable(f"{PREFIX}FILE names a file, such as {PREFIX}mine.onnx")
    _, there = _offered.get(file, ("", Path(file)))
    return Policy(title, there, seed)
