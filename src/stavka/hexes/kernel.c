/* The inner loops of `reach` and `flood` on machine words.

   Optional: reach.py and flood.py say the same in Python, are the reference, and are used where this
   has not been built (`make compiled`). A set of hexes is a row of 64-bit words here, as long as the
   map needs; a wave is small as a rule, so that only the words around it are looked at. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if PY_BIG_ENDIAN
#error "sets of hexes are written as little-endian words"
#endif

/* Another number with every change of what is passed to and fro: compiled.py takes no other. */
#define VERSION 2

typedef uint64_t word;

typedef struct {
    int cost;
    word *hexes;
} Price;

typedef struct {
    int cheapest;
    word *origins;
    word *entering[6]; /* by +1, -1, +near, -near, +far, -far */
    int prices;
    Price *price;
} Lane;

typedef struct {
    int words, near, far, dearest, lanes;
    Lane *lane;
    word *all;
    PyObject *all_hexes;
    word *store; /* what all the sets above point into */
} Map;

/* Sets as Python has them */

/* The bytes of a number that is not negative and fits; -1 and an error for another. */
static int copy_bytes(PyObject *number, word *into, size_t size)
{
#if PY_VERSION_HEX >= 0x030D0000
    Py_ssize_t needed = PyLong_AsNativeBytes(
        number, into, (Py_ssize_t)size,
        Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER |
            Py_ASNATIVEBYTES_REJECT_NEGATIVE);
    if (needed > (Py_ssize_t)size)
        PyErr_SetString(PyExc_OverflowError, "a set beyond the map");
    return needed < 0 || needed > (Py_ssize_t)size ? -1 : 0;
#else
    return _PyLong_AsByteArray((PyLongObject *)number, (unsigned char *)into, size, 1, 0);
#endif
}

static int read_set(PyObject *set, const Map *map, word *into)
{
    size_t size = (size_t)map->words * sizeof(word);
    if (!PyLong_Check(set)) {
        PyErr_SetString(PyExc_TypeError, "a set of hexes is a number");
        return -1;
    }
    if (copy_bytes(set, into, size) == 0)
        return 0;
    /* A complement is a negative number; nothing beyond the map counts. */
    PyErr_Clear();
    PyObject *inside = PyNumber_And(set, map->all_hexes);
    if (!inside)
        return -1;
    int failed = copy_bytes(inside, into, size);
    Py_DECREF(inside);
    return failed;
}

static PyObject *make_set(const word *set, int words)
{
    while (words && !set[words - 1])
        words--;
#if PY_VERSION_HEX >= 0x030D0000
    return PyLong_FromUnsignedNativeBytes(set, (size_t)words * sizeof(word),
                                          Py_ASNATIVEBYTES_LITTLE_ENDIAN);
#else
    return _PyLong_FromByteArray((const unsigned char *)set, (size_t)words * sizeof(word), 1, 0);
#endif
}

/* How many bytes a number has, without its sign. */
static size_t bytes_of(PyObject *number)
{
#if PY_VERSION_HEX >= 0x030D0000
    return (size_t)PyLong_AsNativeBytes(number, NULL, 0, -1);
#else
    return _PyLong_NumBits(number) / 8 + 1;
#endif
}

/* Words */

/* The first and the last word of a set that hold anything; no first below the last if it is empty. */
static void extent(const word *set, int words, int *first, int *last)
{
    int low = 0, high = words - 1;
    while (low < words && !set[low])
        low++;
    while (high > low && !set[high])
        high--;
    *first = low;
    *last = high;
}

static void shift_up(const word *from, word *to, int by, int first, int last, int low, int high)
{
    int whole = by / 64, part = by % 64;
    for (int w = low; w <= high; w++) {
        int at = w - whole;
        word found = at >= first && at <= last ? from[at] << part : 0;
        if (part && at - 1 >= first && at - 1 <= last)
            found |= from[at - 1] >> (64 - part);
        to[w] = found;
    }
}

static void shift_down(const word *from, word *to, int by, int first, int last, int low, int high)
{
    int whole = by / 64, part = by % 64;
    for (int w = low; w <= high; w++) {
        int at = w + whole;
        word found = at >= first && at <= last ? from[at] >> part : 0;
        if (part && at + 1 >= first && at + 1 <= last)
            found |= from[at + 1] << (64 - part);
        to[w] = found;
    }
}

/* A set moved in all six directions, and the words in which it has arrived. */
static void shift_all(const Map *map, const word *from, word *to, int first, int last, int *low,
                      int *high)
{
    int n = map->words, around = map->far / 64 + 1;
    *low = first > around ? first - around : 0;
    *high = last + around < n ? last + around : n - 1;
    shift_up(from, to, 1, first, last, *low, *high);
    shift_down(from, to + n, 1, first, last, *low, *high);
    shift_up(from, to + 2 * n, map->near, first, last, *low, *high);
    shift_down(from, to + 3 * n, map->near, first, last, *low, *high);
    shift_up(from, to + 4 * n, map->far, first, last, *low, *high);
    shift_down(from, to + 5 * n, map->far, first, last, *low, *high);
}

static int meets(const word *one, const word *two, int low, int high)
{
    for (int w = low; w <= high; w++)
        if (one[w] & two[w])
            return 1;
    return 0;
}

/* Extra points for entering or leaving, pairs of hexsides that are barred */

typedef struct {
    int count;
    int *points;
    word *sets; /* one for each; two for each pair of hexsides */
    word *any;
} Extras;

static void free_extras(Extras *extras)
{
    free(extras->points);
    free(extras->sets);
}

static int read_extras(PyObject *rows, const Map *map, Extras *extras, int pairs)
{
    int n = map->words;
    PyObject *fast = PySequence_Fast(rows, "extras come as a sequence");
    if (!fast)
        return -1;
    int count = (int)PySequence_Fast_GET_SIZE(fast);
    extras->count = count;
    if (!count) {
        Py_DECREF(fast);
        return 0;
    }
    extras->points = calloc((size_t)count, sizeof(int));
    extras->sets = calloc((size_t)(2 * count + 1) * (size_t)n, sizeof(word));
    if (!extras->points || !extras->sets) {
        PyErr_NoMemory();
        goto failed;
    }
    extras->any = extras->sets + 2 * count * n;
    for (int i = 0; i < count; i++) {
        PyObject *row = PySequence_Fast_GET_ITEM(fast, i);
        if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) < 2) {
            PyErr_SetString(PyExc_TypeError, "an extra is a pair at least");
            goto failed;
        }
        PyObject *one = PyTuple_GET_ITEM(row, 0), *two = PyTuple_GET_ITEM(row, 1);
        word *set = extras->sets + 2 * i * n;
        if (pairs) {
            if (read_set(one, map, set) < 0 || read_set(two, map, set + n) < 0)
                goto failed;
        } else {
            extras->points[i] = (int)PyLong_AsLong(one);
            if (PyErr_Occurred() || read_set(two, map, set) < 0)
                goto failed;
        }
        for (int w = 0; w < n; w++)
            extras->any[w] |= set[w];
    }
    Py_DECREF(fast);
    return 0;
failed:
    Py_DECREF(fast);
    return -1;
}

/* Puts hexes into a queue by the sums of their extra points, as far as it goes. */
static int wait_for(const word *late, const Extras *extras, int next, int when, word *queue,
                    int limit, int n)
{
    if (when > limit)
        return 0;
    if (next == extras->count) {
        for (int w = 0; w < n; w++)
            queue[when * n + w] |= late[w];
        return 0;
    }
    const word *set = extras->sets + 2 * next * n;
    word *parts = calloc(2 * (size_t)n, sizeof(word));
    if (!parts)
        return -1;
    word inside = 0, outside = 0;
    for (int w = 0; w < n; w++) {
        inside |= parts[w] = late[w] & set[w];
        outside |= parts[n + w] = late[w] & ~set[w];
    }
    int failed = 0;
    if (inside)
        failed |= wait_for(parts, extras, next + 1, when + extras->points[next], queue, limit, n);
    if (outside)
        failed |= wait_for(parts + n, extras, next + 1, when, queue, limit, n);
    free(parts);
    return failed;
}

/* One wave moves on */

typedef struct {
    const Map *map;
    const Extras *barred;
    word *arrivals; /* by points spent, or one set if `left` is negative: whatever it costs */
    int spent, left;
    word *shifted; /* room for six sets */
} Wave;

static void move_on(const Wave *wave, const word *group, const word *allowed)
{
    const Map *map = wave->map;
    int n = map->words, first, last, low, high;
    extent(group, n, &first, &last);
    if (first > last)
        return;
    word *s = wave->shifted;
    shift_all(map, group, s, first, last, &low, &high);
    for (int number = 0; number < map->lanes; number++) {
        const Lane *lane = map->lane + number;
        if (wave->left >= 0 && lane->cheapest > wave->left)
            continue;
        if (!meets(group, lane->origins, first, last))
            continue;
        const word *e0 = lane->entering[0], *e1 = lane->entering[1], *e2 = lane->entering[2];
        const word *e3 = lane->entering[3], *e4 = lane->entering[4], *e5 = lane->entering[5];
        for (int w = low; w <= high; w++) {
            word arrived = ((s[w] & e0[w]) | (s[n + w] & e1[w]) | (s[2 * n + w] & e2[w]) |
                            (s[3 * n + w] & e3[w]) | (s[4 * n + w] & e4[w]) |
                            (s[5 * n + w] & e5[w])) & allowed[w];
            if (!arrived)
                continue;
            for (int i = 0; i < lane->prices; i++) {
                int cost = lane->price[i].cost;
                if (wave->left < 0)
                    wave->arrivals[w] |= arrived & lane->price[i].hexes[w];
                else if (cost <= wave->left)
                    wave->arrivals[(wave->spent + cost) * n + w] |= arrived & lane->price[i].hexes[w];
            }
        }
    }
}

/* Divides a wave by where it may go. */
static int move_on_past(const Wave *wave, int next, const word *group, const word *allowed)
{
    const Extras *barred = wave->barred;
    int n = wave->map->words;
    while (next < barred->count && !meets(group, barred->sets + 2 * next * n, 0, n - 1))
        next++;
    if (next >= barred->count) {
        move_on(wave, group, allowed);
        return 0;
    }
    const word *from = barred->sets + 2 * next * n, *to = from + n;
    word *parts = calloc(3 * (size_t)n, sizeof(word));
    if (!parts)
        return -1;
    word outside = 0;
    for (int w = 0; w < n; w++) {
        parts[w] = group[w] & from[w];
        outside |= parts[n + w] = group[w] & ~from[w];
        parts[2 * n + w] = allowed[w] & ~to[w];
    }
    int failed = move_on_past(wave, next + 1, parts, parts + 2 * n);
    if (outside)
        failed |= move_on_past(wave, next + 1, parts + n, allowed);
    free(parts);
    return failed;
}

/* Maps */

static const char MAP[] = "stavka.hexes.Map";

static void free_map(Map *map)
{
    if (map->lane)
        for (int i = 0; i < map->lanes; i++)
            free(map->lane[i].price);
    free(map->lane);
    free(map->store);
    Py_XDECREF(map->all_hexes);
    free(map);
}

static void destroy_map(PyObject *capsule)
{
    Map *map = PyCapsule_GetPointer(capsule, MAP);
    if (map)
        free_map(map);
}

/* One lane: (cheapest, origins, six sets, prices). */
static int read_lane(PyObject *row, const Map *map, Lane *lane, word **room)
{
    PyObject *origins, *entering, *prices;
    if (!PyArg_ParseTuple(row, "iOO!O!", &lane->cheapest, &origins, &PyTuple_Type, &entering,
                          &PyTuple_Type, &prices))
        return -1;
    if (PyTuple_GET_SIZE(entering) != 6) {
        PyErr_SetString(PyExc_ValueError, "a lane needs a hex set for each direction");
        return -1;
    }
    lane->origins = *room;
    if (read_set(origins, map, *room) < 0)
        return -1;
    *room += map->words;
    for (int d = 0; d < 6; d++, *room += map->words) {
        lane->entering[d] = *room;
        if (read_set(PyTuple_GET_ITEM(entering, d), map, *room) < 0)
            return -1;
    }
    lane->prices = (int)PyTuple_GET_SIZE(prices);
    lane->price = calloc((size_t)lane->prices + 1, sizeof(Price));
    if (!lane->price) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < lane->prices; i++, *room += map->words) {
        PyObject *hexes;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(prices, i), "iO", &lane->price[i].cost, &hexes))
            return -1;
        lane->price[i].hexes = *room;
        if (read_set(hexes, map, *room) < 0)
            return -1;
    }
    return 0;
}

PyDoc_STRVAR(map_doc, "map(all, words, near, far, dearest, lanes): what `reach` and `flood` go over.");

static PyObject *make_map(PyObject *self, PyObject *arguments)
{
    PyObject *all, *lanes;
    Map *map = calloc(1, sizeof(Map));
    if (!map)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(arguments, "O!iiiiO!", &PyLong_Type, &all, &map->words, &map->near,
                          &map->far, &map->dearest, &PyTuple_Type, &lanes))
        goto failed;
    map->lanes = (int)PyTuple_GET_SIZE(lanes);
    size_t sets = 1;
    for (int i = 0; i < map->lanes; i++) {
        PyObject *row = PyTuple_GET_ITEM(lanes, i);
        if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != 4) {
            PyErr_SetString(PyExc_TypeError, "a lane has four parts");
            goto failed;
        }
        Py_ssize_t prices = PySequence_Size(PyTuple_GET_ITEM(row, 3));
        if (prices < 0)
            goto failed;
        sets += 7 + (size_t)prices;
    }
    map->store = calloc(sets * (size_t)map->words, sizeof(word));
    map->lane = calloc((size_t)map->lanes + 1, sizeof(Lane));
    if (!map->store || !map->lane) {
        PyErr_NoMemory();
        goto failed;
    }
    map->all_hexes = Py_NewRef(all);
    map->all = map->store;
    if (read_set(all, map, map->all) < 0)
        goto failed;
    word *room = map->store + map->words;
    for (int i = 0; i < map->lanes; i++)
        if (read_lane(PyTuple_GET_ITEM(lanes, i), map, map->lane + i, &room) < 0)
            goto failed;
    PyObject *capsule = PyCapsule_New(map, MAP, destroy_map);
    if (capsule)
        return capsule;
failed:
    free_map(map);
    return NULL;
}

/* Reach */

typedef struct {
    word *waves, *arrivals, *movers; /* one and the same where nothing has to wait */
    int limit;
} Queues;

static int grow(Queues *queues, int limit, int n, int enter, int leave)
{
    size_t before = ((size_t)queues->limit + 1) * (size_t)n;
    size_t after = ((size_t)limit + 1) * (size_t)n;
    word **each[] = {&queues->waves, enter ? &queues->arrivals : NULL,
                     leave ? &queues->movers : NULL};
    for (int i = 0; i < 3; i++) {
        if (!each[i])
            continue;
        word *longer = realloc(*each[i], after * sizeof(word));
        if (!longer)
            return -1;
        memset(longer + before, 0, (after - before) * sizeof(word));
        *each[i] = longer;
    }
    if (!enter)
        queues->arrivals = queues->waves;
    if (!leave)
        queues->movers = queues->waves;
    queues->limit = limit;
    return 0;
}

/* The loop of `reach`, see there. What is left in `unreached` has not been reached. */
static int spread(const Map *map, Queues *queues, int points, const word *stop, const Extras *enter,
                  const Extras *leave, const Extras *barred, word *unreached, word *room)
{
    int n = map->words, ahead = map->dearest;
    word *moving = room, *late = room + n, *shifted = room + 2 * n;
    for (int i = 0; i < enter->count; i++)
        ahead += enter->points[i];
    for (int i = 0; i < leave->count; i++)
        ahead += leave->points[i];
    int limit = queues->limit;
    for (int spent = 0; spent != points;) {
        word some = 0, waiting = 0;
        const word *wave = queues->waves + spent * n;
        for (int w = 0; w < n; w++)
            some |= wave[w];
        if (some && points < 0 && spent + ahead > limit) {
            limit = spent + ahead;
            if (grow(queues, limit, n, enter->count, leave->count) < 0)
                return -1;
            wave = queues->waves + spent * n;
        }
        some = 0;
        for (int w = 0; w < n; w++) {
            word here = spent ? wave[w] & ~stop[w] : wave[w];
            if (leave->count) {
                waiting |= late[w] = here & leave->any[w];
                here ^= late[w];
            }
            some |= moving[w] = here;
        }
        if (waiting && wait_for(late, leave, 0, spent, queues->movers, limit, n) < 0)
            return -1;
        if (leave->count)
            for (int w = 0; w < n; w++)
                some |= moving[w] |= queues->movers[spent * n + w];
        if (some) {
            Wave going = {map, barred, queues->arrivals, spent, limit - spent, shifted};
            if (move_on_past(&going, 0, moving, unreached) < 0)
                return -1;
        }
        if (++spent > limit)
            break;
        word *there = queues->waves + spent * n;
        if (enter->count) {
            const word *arrived = queues->arrivals + spent * n;
            waiting = 0;
            for (int w = 0; w < n; w++)
                waiting |= late[w] = arrived[w] & enter->any[w];
            if (waiting && wait_for(late, enter, 0, spent, queues->waves, limit, n) < 0)
                return -1;
            for (int w = 0; w < n; w++)
                there[w] |= arrived[w] ^ late[w];
        }
        for (int w = 0; w < n; w++) {
            there[w] &= unreached[w];
            unreached[w] ^= there[w];
        }
    }
    return 0;
}

PyDoc_STRVAR(reach_doc,
             "reach(map, start, points, blocked, stop, enter, leave, barred, one_hex) ->\n"
             "(hexes, single, waves): `points` is -1 for any number; the waves are little-endian\n"
             "numbers of the same length, one after the other.");

static PyObject *reach(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 9) {
        PyErr_SetString(PyExc_TypeError, "reach has nine arguments");
        return NULL;
    }
    Map *map = PyCapsule_GetPointer(arguments[0], MAP);
    long points = PyLong_AsLong(arguments[2]);
    int one_hex = PyObject_IsTrue(arguments[8]);
    if (!map || PyErr_Occurred())
        return NULL;
    int n = map->words;
    Extras enter = {0}, leave = {0}, barred = {0};
    Queues queues = {NULL, NULL, NULL, -1};
    PyObject *answer = NULL, *hexes = NULL, *alone = NULL, *waves = NULL;
    /* start, blocked, stop, unreached, single, and what `spread` needs. */
    word *room = calloc(13 * (size_t)n, sizeof(word));
    if (!room)
        return PyErr_NoMemory();
    word *start = room, *blocked = room + n, *stop = room + 2 * n, *unreached = room + 3 * n;
    word *single = room + 4 * n, *rest = room + 5 * n;
    if (read_set(arguments[1], map, start) < 0 || read_set(arguments[3], map, blocked) < 0 ||
        read_set(arguments[4], map, stop) < 0 || read_extras(arguments[5], map, &enter, 0) < 0 ||
        read_extras(arguments[6], map, &leave, 0) < 0 ||
        read_extras(arguments[7], map, &barred, 1) < 0)
        goto done;
    if (grow(&queues, points < 0 ? 0 : (int)points, n, enter.count, leave.count) < 0)
        goto no_memory;
    memcpy(queues.waves, start, (size_t)n * sizeof(word));
    for (int w = 0; w < n; w++)
        unreached[w] = map->all[w] & ~(blocked[w] | start[w]);
    if (spread(map, &queues, (int)points, stop, &enter, &leave, &barred, unreached, rest) < 0)
        goto no_memory;
    if (one_hex) {
        Wave step = {map, &barred, single, 0, -1, rest};
        if (move_on_past(&step, 0, start, unreached) < 0)
            goto no_memory;
    }
    int last = queues.limit, low, high;
    if (points < 0)
        for (; last > 0; last--) {
            extent(queues.waves + last * n, n, &low, &high);
            if (low <= high)
                break;
        }
    for (int w = 0; w < n; w++)
        blocked[w] = start[w] | single[w] | (map->all[w] & ~(blocked[w] | start[w]) & ~unreached[w]);
    hexes = make_set(blocked, n);
    alone = make_set(single, n);
    waves = PyBytes_FromStringAndSize((const char *)queues.waves,
                                      (Py_ssize_t)((size_t)(last + 1) * (size_t)n * sizeof(word)));
    if (hexes && alone && waves)
        answer = PyTuple_Pack(3, hexes, alone, waves);
    goto done;
no_memory:
    PyErr_NoMemory();
done:
    Py_XDECREF(hexes);
    Py_XDECREF(alone);
    Py_XDECREF(waves);
    if (queues.arrivals != queues.waves)
        free(queues.arrivals);
    if (queues.movers != queues.waves)
        free(queues.movers);
    free(queues.waves);
    free_extras(&enter);
    free_extras(&leave);
    free_extras(&barred);
    free(room);
    return answer;
}

/* Flood */

PyDoc_STRVAR(flood_doc, "flood(map, sources, blocked): all that the first lane of a map connects.");

static PyObject *flood(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "flood has three arguments");
        return NULL;
    }
    Map *map = PyCapsule_GetPointer(arguments[0], MAP);
    if (!map)
        return NULL;
    int n = map->words;
    PyObject *answer = NULL;
    word *room = calloc(9 * (size_t)n, sizeof(word));
    if (!room)
        return PyErr_NoMemory();
    word *seen = room, *wave = room + n, *unseen = room + 2 * n, *shifted = room + 3 * n;
    if (read_set(arguments[1], map, seen) < 0 || read_set(arguments[2], map, unseen) < 0)
        goto done;
    for (int w = 0; w < n; w++) {
        wave[w] = seen[w];
        unseen[w] = map->all[w] & ~(unseen[w] | seen[w]);
    }
    word *const *e = map->lane->entering;
    for (;;) {
        int first, last, low, high;
        extent(wave, n, &first, &last);
        if (first > last)
            break;
        shift_all(map, wave, shifted, first, last, &low, &high);
        memset(wave + first, 0, (size_t)(last - first + 1) * sizeof(word));
        for (int w = low; w <= high; w++) {
            word arrived = 0;
            for (int d = 0; d < 6; d++)
                arrived |= shifted[d * n + w] & e[d][w];
            wave[w] = arrived & unseen[w];
            unseen[w] ^= wave[w];
            seen[w] |= wave[w];
        }
    }
    answer = make_set(seen, n);
done:
    free(room);
    return answer;
}

/* The hexes of a set: one of many, or all */

PyDoc_STRVAR(member_doc, "member(hexes, number): the hex with a number in a set.");

static PyObject *member(PyObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyLong_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "member has two arguments, a set and a number");
        return NULL;
    }
    long number = PyLong_AsLong(arguments[1]);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    size_t words = bytes_of(arguments[0]) / sizeof(word) + 1;
    word small[64], *set = words <= 64 ? small : malloc(words * sizeof(word));
    if (!set)
        return PyErr_NoMemory();
    long found = -1;
    int failed = copy_bytes(arguments[0], set, words * sizeof(word));
    for (size_t w = 0; !failed && number >= 0 && found < 0 && w < words; w++) {
        long here = __builtin_popcountll(set[w]);
        if (number >= here) {
            number -= here;
            continue;
        }
        word rest = set[w];
        while (number--)
            rest &= rest - 1;
        found = (long)w * 64 + __builtin_ctzll(rest);
    }
    if (set != small)
        free(set);
    if (failed)
        return NULL;
    if (found < 0) {
        PyErr_SetString(PyExc_IndexError, "there are not so many hexes");
        return NULL;
    }
    return PyLong_FromLong(found);
}

PyDoc_STRVAR(members_doc, "members(hexes): the hexes of a set, lowest first.");

static PyObject *members(PyObject *self, PyObject *hexes)
{
    if (!PyLong_Check(hexes)) {
        PyErr_SetString(PyExc_TypeError, "a set of hexes is a number");
        return NULL;
    }
    size_t words = bytes_of(hexes) / sizeof(word) + 1;
    word small[64], *set = words <= 64 ? small : malloc(words * sizeof(word));
    if (!set)
        return PyErr_NoMemory();
    PyObject *found = NULL;
    Py_ssize_t size = 0, next = 0;
    if (copy_bytes(hexes, set, words * sizeof(word)) < 0)
        goto done;
    for (size_t w = 0; w < words; w++)
        size += __builtin_popcountll(set[w]);
    found = PyTuple_New(size);
    for (size_t w = 0; found && w < words; w++)
        for (word rest = set[w]; found && rest; rest &= rest - 1) {
            PyObject *hex = PyLong_FromLong((long)w * 64 + __builtin_ctzll(rest));
            if (hex)
                PyTuple_SET_ITEM(found, next++, hex);
            else
                Py_CLEAR(found);
        }
done:
    if (set != small)
        free(set);
    return found;
}

static PyMethodDef methods[] = {
    {"members", members, METH_O, members_doc},
    {"member", (PyCFunction)(void (*)(void))member, METH_FASTCALL, member_doc},
    {"map", make_map, METH_VARARGS, map_doc},
    {"reach", (PyCFunction)(void (*)(void))reach, METH_FASTCALL, reach_doc},
    {"flood", (PyCFunction)(void (*)(void))flood, METH_FASTCALL, flood_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "kernel", "The inner loops of hex sets in C.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void)
{
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddIntConstant(made, "VERSION", VERSION) < 0)
        Py_CLEAR(made);
    return made;
}
