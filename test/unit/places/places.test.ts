import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPlaces, type PlaceValues } from "../../../src/places/places.js";
import { jsonValue, nastyString } from "../../helpers/arbitrary-json.js";

const mine: PlaceValues = {
  root: ["/home/me/my proj"],
  home: ["/home/me"],
  tmp: ["/tmp", "/private/tmp"],
  run: ["/tmp/mcpvals-1x"],
  port: 4567,
  server: "http://127.0.0.1:4567/mcp",
  env: { DATA: "/srv/data", NAME: "marmalade", SHORT: "abc", QUOTED: 'say "hi"' },
};
const hide = (text: string, values = mine) => createPlaces(values).hide(text);
const show = (text: string, values = mine) => createPlaces(values).show(text);

describe("the config's folder", () => {
  const at = (config: string, root: string) => ({ ...mine, config: [config], root: [root] });

  test("goes before the project's root, so that a copy without .git says the same", () => {
    const inGit = at("/home/me/my proj/suites", "/home/me/my proj");
    expect(hide("/home/me/my proj/suites/files /home/me/my proj/src", inGit)).toBe("[config]/files [root]/src");
    const copy = at("/srv/copy/suites", "/srv/copy/suites");
    expect(hide("/srv/copy/suites/files", copy)).toBe("[config]/files");
    expect(show("[config]/files [root]/files", copy)).toBe("/srv/copy/suites/files /srv/copy/suites/files");
  });

  test("is escaped where somebody wrote it", () => {
    const values = at("/srv/copy", "/srv");
    expect(hide("[config]", values)).toBe("[literal:config]");
    expect(show("[literal:config]", values)).toBe("[config]");
  });
});

describe("places are found as whole path prefixes", () => {
  test.each([
    ["/home/me", "[home]"],
    ["/home/me/x", "[home]/x"],
    ["/home/meg", "/home/meg"],
    ["/home/me.old/x", "/home/me.old/x"],
    ["see /home/me.", "see [home]."],
    ["/data/home/me/x", "/data/home/me/x"],
    ["./home/me", "./home/me"],
    ["/home/me/my proj/src", "[root]/src"],
    ["/home/me/my proj2/src", "[home]/my proj2/src"],
    ["/tmp/mcpvals-1x/a and /tmp/b and /tmp/mcpvals-1xy", "[run]/a and [tmp]/b and [tmp]/mcpvals-1xy"],
    ["/private/tmp/b", "[tmp]/b"],
    ["A=/home/me:/tmp,(/home/me)", "A=[home]:[tmp],([home])"],
    ["[/home/me]", "[[home]]"],
    ["[link](/home/me/x)", "[link]([home]/x)"],
    ["\u001b[32m/home/me\u001b[0m", "\u001b[32m[home]\u001b[0m"],
    ["/home/me\\x", "[home]\\x"],
    ["/srv/data/x marmalade marmalades abc", "[env:DATA]/x [env:NAME] marmalades abc"],
    ['{"a":"\\nmarmalade","b":"xmarmalade"}', '{"a":"\\n[env:NAME]","b":"xmarmalade"}'],
    ["/a?to=%2Fmarmalade%20marmalade_1", "/a?to=%2F[env:NAME]%20marmalade_1"],
  ])("%j becomes %j and comes back", (text, hidden) => {
    expect(hide(text)).toBe(hidden);
    if (!text.includes("/private/")) expect(show(hidden)).toBe(text);
  });

  test("the resolved form is read back as the given one", () => {
    expect(show(hide("/private/tmp/x"))).toBe("/tmp/x");
  });

  test("a folder that is the root of everything is found nowhere", () => {
    const values = { root: ["/"], home: ["/"], tmp: ["C:\\"], env: {} };
    expect(hide("/etc/x and C:\\x", values)).toBe("/etc/x and C:\\x");
  });

  test("a home of one segment is a home", () => {
    const values = { root: ["/work/x"], home: ["/root"], tmp: ["/tmp"], env: {} };
    expect(hide("/root/.ssh, /rooted, /work/x/y", values)).toBe("[home]/.ssh, /rooted, [root]/y");
  });
});

describe("places are found in every spelling", () => {
  test.each([
    ["file:///home/me/my%20proj/a", "file://[root]/a"],
    ["file:///home/me/my proj/a", "file://[root:raw]/a"],
    ["memo:///home/me/x", "memo://[home]/x"],
    ["http://x/?path=/home/me/my%20proj/a", "http://x/?path=[root:url]/a"],
    ["http://home/me", "http://home/me"],
    ['{"a":"x\\n/home/me/x","b":"\\/home\\/me\\/y"}', '{"a":"x\\n[home]/x","b":"[home:escaped]\\/y"}'],
    ['say "hi" or {"a":"say \\"hi\\""}', '[env:QUOTED] or {"a":"[env:QUOTED:json]"}'],
  ])("%j becomes %j and comes back", (text, hidden) => {
    expect(hide(text)).toBe(hidden);
    expect(show(hidden)).toBe(text);
  });

  test("of Windows, with backslashes, in JSON, with slashes and in URLs", () => {
    const values = { root: ["C:\\Users\\me\\p"], home: ["C:\\Users\\me"], tmp: ["C:\\Temp"], env: {} };
    const text = 'C:\\Users\\me\\p\\a {"p":"C:\\\\Users\\\\me\\\\x"} C:/Users/me/x file:///C:/Users/me/x C:\\Temp2';
    const hidden = '[root]\\a {"p":"[home:json]\\\\x"} [home:slash]/x file://[home]/x C:\\Temp2';
    expect(hide(text, values)).toBe(hidden);
    expect(show(hidden, values)).toBe(text);
  });

  test("of names beyond ASCII, in JSON that escapes them", () => {
    const values = { root: ["/home/josé/p"], home: ["/home/josé"], tmp: ["/tmp"], env: {} };
    const text = '{"p":"/home/jos\\u00e9/x"} file:///home/jos%C3%A9/x';
    expect(hide(text, values)).toBe('{"p":"[home:ascii]/x"} file://[home]/x');
    expect(show(hide(text, values), values)).toBe(text);
  });

  test("a URL of another machine is encoded as that machine needs it", () => {
    const theirs = { root: ["/b c"], home: ["/h"], tmp: ["/t"], env: {} };
    expect(show("file://[root]/x and [root]/x", theirs)).toBe("file:///b%20c/x and /b c/x");
  });
});

describe("port and address", () => {
  test.each([
    ["http://127.0.0.1:4567/mcp", "http://[server]/mcp"],
    ["ws://localhost:4567/", "ws://localhost:[port]/"],
    ["[::1]:4567", "[::1]:[port]"],
    ["localhost:45678", "localhost:45678"],
    ["4567 and x:4567", "4567 and x:4567"],
    ["127.0.0.1:4567.", "[server]."],
    ["1127.0.0.1:4567", "1127.0.0.1:[port]"],
  ])("%j becomes %j and comes back", (text, hidden) => {
    expect(hide(text)).toBe(hidden);
    expect(show(hidden)).toBe(text);
  });

  test("a server elsewhere is its host", () => {
    const values = { ...mine, port: undefined, server: "https://me:pw@api.example.com/mcp?x=1" };
    expect(hide("https://api.example.com/a, xapi.example.com, api.example.com.de", values)).toBe(
      "https://[server]/a, xapi.example.com, api.example.com.de",
    );
  });
});

describe("what somebody wrote that looks like a placeholder", () => {
  test.each([
    ["[home]", "[literal:home]"],
    ["[literal:home]", "[literal:literal:home]"],
    ["[[home]]", "[[literal:home]]"],
    ["[env:ANY] [home:json]", "[literal:env:ANY] [literal:home:json]"],
    ["[homes] [env:] [literal:x]", "[homes] [env:] [literal:x]"],
  ])("%j becomes %j and comes back", (text, hidden) => {
    expect(hide(text)).toBe(hidden);
    expect(show(hidden)).toBe(text);
  });

  test("hiding twice is undone by showing twice", () => {
    const text = "/home/me/x [home]";
    expect(hide(hide(text))).toBe("[literal:home]/x [literal:literal:home]");
    expect(show(show(hide(hide(text))))).toBe(text);
  });
});

describe("values", () => {
  test("strings everywhere, keys too; bytes and signatures nowhere", () => {
    const places = createPlaces({ ...mine, tmp: ["/AAA"] });
    const value = {
      "/home/me/a": ["/home/me/b", 4567, null],
      image: { type: "image", data: "/AAA/home/me", mimeType: "/home/me" },
      thought: { type: "thinking", thinking: "/home/me", signature: "/home/me" },
      odd: { data: "/home/me" },
    };
    const hidden = places.hide(value);
    expect(hidden).toEqual({
      "[home]/a": ["[home]/b", 4567, null],
      image: { type: "image", data: "/AAA/home/me", mimeType: "[home]" },
      thought: { type: "thinking", thinking: "[home]", signature: "/home/me" },
      odd: { data: "[home]" },
    });
    expect(places.show(hidden)).toEqual(value);
  });

  test("keys that would become one stay two", () => {
    const places = createPlaces(mine);
    const value = { "/tmp/a": 1, "/private/tmp/a": 2 };
    expect(places.hide(value)).toEqual({ "[tmp]/a": 1, "/private/tmp/a": 2 });
    expect(places.show(places.hide(value))).toEqual(value);
  });

  test("placeholders without a value here are named, and left", () => {
    const places = createPlaces({ root: ["/r"], home: ["/h"], tmp: ["/t"], env: {} });
    const value = ["[env:TOKEN]/[port] [port] [home] [literal:run]", { "[run]": 1 }];
    expect(places.missing(value)).toEqual(["[env:TOKEN]", "[port]", "[run]"]);
    expect(places.show("[env:TOKEN]")).toBe("[env:TOKEN]");
  });
});

describe("on one machine, hiding and showing gives what was given", () => {
  const given = { ...mine, tmp: ["/tmp"] };
  const places = createPlaces(given);
  const part = fc.oneof(
    nastyString,
    fc.constantFrom(
      "/home/me",
      "/home/me/my proj",
      "/home/me/my%20proj",
      "/tmp",
      "\\/home\\/me",
      "/srv/data",
      "marmalade",
    ),
    fc.constantFrom(
      "file://",
      "http://",
      "localhost:",
      "127.0.0.1:",
      "4567",
      "[",
      "]",
      "literal:",
      "home",
      ":json",
      "[run]",
    ),
    fc.constantFrom("/", ".", "x", " ", "\\n", "\\", '"', ":", "=", 'say "hi"', 'say \\"hi\\"'),
  );
  const text = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(""));

  test("for any text", () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(places.show(places.hide(t))).toBe(t);
        expect(places.show(places.show(places.hide(places.hide(t))))).toBe(t);
      }),
      { numRuns: 3000 },
    );
  });

  test("for any value", () => {
    fc.assert(
      fc.property(fc.tuple(jsonValue, fc.dictionary(text, text)), (value) => {
        expect(places.show(places.hide(value))).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  test("for any text, hidden again: nothing changes on the machine that hid it", () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(places.hideAgain(places.hide(t))).toBe(places.hide(t));
      }),
      { numRuns: 1000 },
    );
  });

  test("for any text, hidden before a variable was named: hidden again it is what is hidden now", () => {
    const before = createPlaces({ ...given, env: {} });
    fc.assert(
      fc.property(text, (t) => {
        expect(places.hideAgain(before.hide(t))).toBe(places.hide(t));
      }),
      { numRuns: 1000 },
    );
  });

  test("a text with a variable that is not set here stays as it is", () => {
    const hidden = ["[env:UNSET] in [home]", "/home/me and [env:UNSET]", "[literal:home]", { "[env:UNSET]": 1 }];
    expect(createPlaces(mine).hideAgain(hidden)).toEqual(hidden);
  });

  test("and two machines that say the same are hidden alike", () => {
    const theirs = createPlaces({
      ...given,
      root: ["/Users/you/p"],
      home: ["/Users/you"],
      tmp: ["/var/t"],
      run: ["/var/t/r"],
    });
    const shape = fc.array(
      fc.oneof(fc.constantFrom("[root]/a", "[home]/b", "[tmp]", "[run]/c"), fc.constantFrom("plain", "x=1", "{", "é")),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(shape, (parts) => {
        const hidden = parts.join(" ");
        expect(places.hide(places.show(hidden))).toBe(hidden);
        expect(theirs.hide(theirs.show(hidden))).toBe(hidden);
      }),
    );
  });
});
