// Made by `npm run build:action`: do not edit.
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// node_modules/picocolors/picocolors.js
var require_picocolors = __commonJS({
  "node_modules/picocolors/picocolors.js"(exports, module) {
    var p = process || {};
    var argv = p.argv || [];
    var env2 = p.env || {};
    var isColorSupported = !(!!env2.NO_COLOR || argv.includes("--no-color")) && (!!env2.FORCE_COLOR || argv.includes("--color") || p.platform === "win32" || (p.stdout || {}).isTTY && env2.TERM !== "dumb" || !!env2.CI);
    var formatter = (open, close, replace = open) => (input) => {
      let string = "" + input, index = string.indexOf(close, open.length);
      return ~index ? open + replaceClose(string, close, replace, index) + close : open + string + close;
    };
    var replaceClose = (string, close, replace, index) => {
      let result = "", cursor = 0;
      do {
        result += string.substring(cursor, index) + replace;
        cursor = index + close.length;
        index = string.indexOf(close, cursor);
      } while (~index);
      return result + string.substring(cursor);
    };
    var createColors = (enabled = isColorSupported) => {
      let f = enabled ? formatter : () => String;
      return {
        isColorSupported: enabled,
        reset: f("\x1B[0m", "\x1B[0m"),
        bold: f("\x1B[1m", "\x1B[22m", "\x1B[22m\x1B[1m"),
        dim: f("\x1B[2m", "\x1B[22m", "\x1B[22m\x1B[2m"),
        italic: f("\x1B[3m", "\x1B[23m"),
        underline: f("\x1B[4m", "\x1B[24m"),
        inverse: f("\x1B[7m", "\x1B[27m"),
        hidden: f("\x1B[8m", "\x1B[28m"),
        strikethrough: f("\x1B[9m", "\x1B[29m"),
        black: f("\x1B[30m", "\x1B[39m"),
        red: f("\x1B[31m", "\x1B[39m"),
        green: f("\x1B[32m", "\x1B[39m"),
        yellow: f("\x1B[33m", "\x1B[39m"),
        blue: f("\x1B[34m", "\x1B[39m"),
        magenta: f("\x1B[35m", "\x1B[39m"),
        cyan: f("\x1B[36m", "\x1B[39m"),
        white: f("\x1B[37m", "\x1B[39m"),
        gray: f("\x1B[90m", "\x1B[39m"),
        bgBlack: f("\x1B[40m", "\x1B[49m"),
        bgRed: f("\x1B[41m", "\x1B[49m"),
        bgGreen: f("\x1B[42m", "\x1B[49m"),
        bgYellow: f("\x1B[43m", "\x1B[49m"),
        bgBlue: f("\x1B[44m", "\x1B[49m"),
        bgMagenta: f("\x1B[45m", "\x1B[49m"),
        bgCyan: f("\x1B[46m", "\x1B[49m"),
        bgWhite: f("\x1B[47m", "\x1B[49m"),
        blackBright: f("\x1B[90m", "\x1B[39m"),
        redBright: f("\x1B[91m", "\x1B[39m"),
        greenBright: f("\x1B[92m", "\x1B[39m"),
        yellowBright: f("\x1B[93m", "\x1B[39m"),
        blueBright: f("\x1B[94m", "\x1B[39m"),
        magentaBright: f("\x1B[95m", "\x1B[39m"),
        cyanBright: f("\x1B[96m", "\x1B[39m"),
        whiteBright: f("\x1B[97m", "\x1B[39m"),
        bgBlackBright: f("\x1B[100m", "\x1B[49m"),
        bgRedBright: f("\x1B[101m", "\x1B[49m"),
        bgGreenBright: f("\x1B[102m", "\x1B[49m"),
        bgYellowBright: f("\x1B[103m", "\x1B[49m"),
        bgBlueBright: f("\x1B[104m", "\x1B[49m"),
        bgMagentaBright: f("\x1B[105m", "\x1B[49m"),
        bgCyanBright: f("\x1B[106m", "\x1B[49m"),
        bgWhiteBright: f("\x1B[107m", "\x1B[49m")
      };
    };
    module.exports = createColors();
    module.exports.createColors = createColors;
  }
});

// node_modules/ignore/index.js
var require_ignore = __commonJS({
  "node_modules/ignore/index.js"(exports, module) {
    function makeArray(subject) {
      return Array.isArray(subject) ? subject : [subject];
    }
    var UNDEFINED = void 0;
    var EMPTY = "";
    var SPACE = " ";
    var ESCAPE = "\\";
    var REGEX_LITERAL_SPECIAL = /[.*+?()[\]{}^$|\\/]/;
    var BOM = "\uFEFF";
    var REGEX_INVALID_TRAILING_BACKSLASH = /(?:[^\\]|^)\\$/;
    var REGEX_ANCHORED_GLOBSTAR = /^\/\*{2,}$/;
    var REGEX_REPLACE_LEADING_EXCAPED_EXCLAMATION = /^\\!/;
    var REGEX_REPLACE_LEADING_EXCAPED_HASH = /^\\#/;
    var REGEX_SPLITALL_CRLF = /\r?\n/g;
    var DOUBLE_SLASH = "//";
    var SLASH_CODE = 47;
    var DOT_CODE = 46;
    var SLASH = "/";
    var TMP_KEY_IGNORE = "node-ignore";
    if (typeof Symbol !== "undefined") {
      TMP_KEY_IGNORE = /* @__PURE__ */ Symbol.for("node-ignore");
    }
    var KEY_IGNORE = TMP_KEY_IGNORE;
    var define = (object, key, value) => {
      Object.defineProperty(object, key, { value });
      return value;
    };
    var RETURN_FALSE = () => false;
    var POSIX_CLASSES = {
      alnum: "0-9A-Za-z",
      alpha: "A-Za-z",
      blank: " \\t",
      cntrl: "\\x00-\\x1f\\x7f",
      digit: "0-9",
      graph: "!-.0-~",
      lower: "a-z",
      print: " -.0-~",
      punct: "!-.:-@\\[-`{-~",
      // git's `sane-ctype.h` classifies \v and \f as control, not space,
      //   unlike C's `isspace`
      space: " \\t\\n\\r",
      upper: "A-Z",
      xdigit: "0-9A-Fa-f"
    };
    var CLASS_MEMBERS_TO_ESCAPE = "\\]^-[";
    var escapeMember = (char) => CLASS_MEMBERS_TO_ESCAPE.indexOf(char) < 0 ? char : ESCAPE + char;
    var NON_SLASH = "(?!\\/)";
    var classSource = (negated, body) => {
      if (negated) {
        return `[^\\/${body}]`;
      }
      const source = `[${body}]`;
      return new RegExp(source).test("/") ? NON_SLASH + source : source;
    };
    var scanBracket = (pattern, start) => {
      const { length } = pattern;
      let index = start + 1;
      let negated = EMPTY;
      const lead = pattern[index];
      if (lead === "!" || lead === "^") {
        negated = "^";
        index++;
      }
      let body = EMPTY;
      let prev = EMPTY;
      for (; ; ) {
        const char = pattern[index];
        if (char === UNDEFINED) {
          return null;
        }
        if (char === ESCAPE) {
          const escaped2 = pattern[index + 1];
          if (escaped2 === UNDEFINED) {
            return null;
          }
          body += escapeMember(escaped2);
          prev = escaped2;
          index++;
        } else if (char === "-" && prev && index + 1 < length && pattern[index + 1] !== "]") {
          index++;
          let to = pattern[index];
          if (to === ESCAPE) {
            to = pattern[index += 1];
          }
          if (prev <= to) {
            body += `-${escapeMember(to)}`;
          }
          prev = EMPTY;
        } else if (char === "[" && pattern[index + 1] === ":") {
          const nameStart = index + 2;
          let end2 = nameStart;
          while (end2 < length && pattern[end2] !== "]") {
            end2++;
          }
          if (end2 === length) {
            return null;
          }
          if (end2 > nameStart && pattern[end2 - 1] === ":") {
            const name = pattern.slice(nameStart, end2 - 1);
            if (!Object.prototype.hasOwnProperty.call(POSIX_CLASSES, name)) {
              return null;
            }
            body += POSIX_CLASSES[name];
            prev = EMPTY;
            index = end2;
          } else {
            body += escapeMember("[");
            prev = "[";
            index = nameStart - 2;
          }
        } else {
          body += escapeMember(char);
          prev = char;
        }
        index++;
        if (pattern[index] === "]") {
          return {
            end: index,
            source: classSource(negated, body)
          };
        }
      }
    };
    var NEVER_MATCH = "[]";
    var PLACEHOLDER = "\0";
    var REGEX_RESTORE_PLACEHOLDER = new RegExp(
      `${PLACEHOLDER}(\\d+)${PLACEHOLDER}`,
      "g"
    );
    var TRAILING_WILDCARD = "";
    var TRAILING_DOUBLESTAR = "";
    var isReserved = (char) => char === PLACEHOLDER || char === TRAILING_WILDCARD || char === TRAILING_DOUBLESTAR;
    var extractBrackets = (pattern) => {
      const sources = [];
      const hold = (source) => `${PLACEHOLDER}${sources.push(source) - 1}${PLACEHOLDER}`;
      const { length } = pattern;
      let out = EMPTY;
      let index = 0;
      while (index < length) {
        const char = pattern[index];
        if (char === ESCAPE) {
          const escaped2 = pattern[index + 1];
          if (escaped2 === UNDEFINED || escaped2 === SLASH && index + 2 === length) {
            out += hold(NEVER_MATCH);
          } else if (escaped2 === "*" || escaped2 === "[" || escaped2 === SPACE) {
            out += pattern.slice(index, index + 2);
          } else {
            out += hold(
              REGEX_LITERAL_SPECIAL.test(escaped2) ? ESCAPE + escaped2 : isReserved(escaped2) ? `[${escaped2}]` : escaped2
            );
          }
          index += 2;
        } else if (isReserved(char)) {
          out += hold(`[${char}]`);
          index++;
        } else if (char === "[") {
          const scanned = scanBracket(pattern, index);
          if (scanned === null) {
            out += hold(NEVER_MATCH);
            index = length;
          } else {
            out += hold(scanned.source);
            index = scanned.end + 1;
          }
        } else {
          out += char;
          index++;
        }
      }
      return {
        source: out,
        sources
      };
    };
    var DIRECT = null;
    var REGEX_INNER_SLASH = /\/(?!$)/;
    var REPLACERS = [
      // Replace (\ ) with ' '
      // Only a space: an escaped tab or other whitespace is already a literal by
      //   the time it reaches here, and a bare tab must be left as one, not turned
      //   into a space.
      // (\ ) -> ' '
      // (\\ ) -> '\\ '
      // (\\\ ) -> '\\ '
      [
        // A run of backslashes is taken whole, from its first one, so no match
        //   ever starts again inside it -- `(\\+?) ` did, which made a long run
        //   quadratic.
        /(\\+)( ?)/g,
        (_, run2, space) => space ? run2.slice(0, run2.length - run2.length % 2) + SPACE : run2,
        ESCAPE + SPACE
      ],
      // git's wildmatch() reads a run of two or more asterisks as one globstar
      //   whenever the run fills a path segment: it starts the pattern or follows
      //   a `/`, and it ends the pattern or comes before a `/`. A run of two is
      //   already `**`; a longer one is folded into `**` here, so the steps
      //   below only ever have to know `**`.
      // `***/foo` -> `**/foo`, `a/***/b` -> `a/**/b`, `a/***` -> `a/**`
      // git also takes a run beside a literal prefix (`a***/b`) or beside an
      //   escaped slash (`***\/b`) as a globstar, and this does not; the README
      //   lists both, under "A run of asterisks".
      [
        /(^|\/)\*{3,}(?=\/|$)/g,
        (_, start) => `${start}**`,
        "*"
      ],
      // Escape metacharacters
      // which is written down by users but means special for regular expressions.
      // > There are 12 characters with special meanings:
      // > - the backslash \,
      // > - the caret ^,
      // > - the dollar sign $,
      // > - the period or dot .,
      // > - the vertical bar or pipe symbol |,
      // > - the question mark ?,
      // > - the asterisk or star *,
      // > - the plus sign +,
      // > - the opening parenthesis (,
      // > - the closing parenthesis ),
      // > - and the opening square bracket [,
      // > - the opening curly brace {,
      // > These special characters are often called "metacharacters".
      [
        /[\\$.|*+(){^]/g,
        (match) => `\\${match}`
      ],
      [
        // > a question mark (?) matches a single character
        /(?!\\)\?/g,
        () => "[^/]",
        "?"
      ],
      // leading slash
      [
        // > A leading slash matches the beginning of the pathname.
        // > For example, "/*.c" matches "cat-file.c" but not "mozilla-sha1/sha1.c".
        // A leading slash matches the beginning of the pathname
        /^\//,
        () => "^",
        SLASH
      ],
      // replace special metacharacter slash after the leading slash
      [
        /\//g,
        () => "\\/",
        SLASH
      ],
      [
        // > A leading "**" followed by a slash means match in all directories.
        // > For example, "**/foo" matches file or directory "foo" anywhere,
        // > the same as pattern "foo".
        // > "**/foo/bar" matches file or directory "bar" anywhere that is directly
        // >   under directory "foo".
        // Notice that the '*'s have been replaced as '\\*'
        /^\^*(?:\\\*\\\*\\\/)+/,
        // '**/foo' <-> 'foo'
        () => "^(?:.*\\/)?",
        "*"
      ],
      // starting
      [
        // there will be no leading '/'
        //   (which has been replaced by section "leading slash")
        // If starts with '**', adding a '^' to the regular expression also works
        DIRECT,
        (source, pattern) => {
          if (!source || source[0] === "^") {
            return source;
          }
          const anchor = !REGEX_INNER_SLASH.test(pattern) ? "(?:^|\\/)" : "^";
          return anchor + source;
        }
      ],
      // two globstars
      [
        // Use lookahead assertions so that we could match more than one `'/**'`
        /\\\/\\\*\\\*(?=\\\/|$)/g,
        // Zero, one or several directories
        // should not use '*', or it will be replaced by the next replacer
        // Check if it is not the last `'/**'`
        (_, index, str) => index + 6 < str.length ? str.slice(index + 6) === "\\/" ? "(?:\\/[^\\/]+)+" : "(?:\\/[^\\/]+)*" : `\\/${TRAILING_DOUBLESTAR}`,
        "*"
      ],
      // normal intermediate wildcards
      [
        // Never replace escaped '*'
        // ignore rule '\*' will match the path '*'
        // 'abc.*/' -> go
        // 'abc.*'  -> skip this rule,
        //    coz trailing single wildcard will be handed by [trailing wildcard]
        /(^|[^\\]+)(\\\*)+(?=.+)/g,
        // '*.js' matches '.js'
        // '*.js' doesn't match 'abc'
        (_, p1, p2) => {
          const unescaped = p2.replace(/\\\*/g, "[^\\/]*");
          return p1 + unescaped;
        },
        "*"
      ],
      // trailing wildcard, held apart from a literal star
      [
        // The step above leaves a trailing `*` alone, so a single `\*` is all that
        //   can be left at the end here, and what stands in front of it says which
        //   kind it is. A wildcard arrives as the escaper wrote it, `\*` with
        //   nothing before it; a literal arrives as the user's own escape, which
        //   the escaper doubled, and then the star's own -- `\\` and then `\*`.
        //   There is no third case: every backslash still reaching the chain is
        //   one `\*`, `\[` or `\ ` carries itself, and each is followed by its
        //   own character, so a longer run can never form. This runs while the
        //   two are still distinct, before the unescape steps below collapse the
        //   literal onto the very `\*` a wildcard leaves behind.
        /(^|[^\\])((?:\\\\)*)\\\*$/,
        (match, p1, p2) => p2 === EMPTY ? p1 + TRAILING_WILDCARD : match,
        "*"
      ],
      [
        // unescape, revert step 3 except for back slash
        // For example, if a user escape a '\\*',
        // after step 3, the result will be '\\\\\\*'
        /\\\\\\(?=[$.|*+(){^])/g,
        () => ESCAPE,
        ESCAPE + ESCAPE
      ],
      [
        // '\\\\' -> '\\'
        /\\\\/g,
        () => ESCAPE,
        ESCAPE + ESCAPE
      ],
      [
        // Every real bracket expression -- POSIX classes included -- has already
        //   been held aside by `extractBrackets`, so the only `[` left in the
        //   pattern is an escaped, literal one.
        // A backslash could only stand at the end of the range if it quoted the
        //   `]`, and `\]` is held aside long before this.
        /\\\[([^\]/]*?)($|\])/g,
        // '\\[bar]' -> '\\\\[bar]'
        (match, range, close) => `\\[${range}${close}`,
        "["
      ],
      // ending
      [
        // 'js' will not match 'js.'
        // 'ab' will not match 'abc'
        DIRECT,
        // WTF!
        // https://git-scm.com/docs/gitignore
        // changes in [2.22.1](https://git-scm.com/docs/gitignore/2.22.1)
        // which re-fixes #24, #38
        // > If there is a separator at the end of the pattern then the pattern
        // > will only match directories, otherwise the pattern can match both
        // > files and directories.
        // 'js*' will not match 'a.js'
        // 'js/' will not match 'a.js'
        // 'js' will match 'a.js' and 'a.js/'
        (source) => {
          const last = source[source.length - 1];
          if (!last || last === TRAILING_WILDCARD || last === TRAILING_DOUBLESTAR) {
            return source;
          }
          return last === SLASH ? `${source}$` : `${source}(?=$|\\/$)`;
        }
      ]
    ];
    var REGEX_REPLACE_TRAILING_WILDCARD = /(^|\\\/)?\uE000$/;
    var MODE_IGNORE = "regex";
    var MODE_CHECK_IGNORE = "checkRegex";
    var UNDERSCORE = "_";
    var replaceTrailingWildcard = (_, p1) => {
      const prefix = p1 ? `${p1}[^/]+` : "[^/]*";
      return `${prefix}(?=$|\\/$)`;
    };
    var REGEX_REPLACE_TRAILING_DOUBLESTAR = /\uE001$/;
    var replaceTrailingDoublestar = () => ".+(?=$|\\/$)";
    var WILDCARD = "[^\\/]*";
    var separatorAfter = (run2, at) => {
      let separator = EMPTY;
      for (let index = at + 1; index < run2.length && !run2[index].wildcard; index++) {
        separator += run2[index].single;
      }
      return separator;
    };
    var pinWildcards = (source) => {
      if (source.indexOf(WILDCARD) < 0) {
        return source;
      }
      const tokens = [];
      const { length } = source;
      let index = 0;
      while (index < length) {
        const char = source[index];
        if (source.startsWith(WILDCARD, index)) {
          tokens.push({ wildcard: true });
          index += WILDCARD.length;
        } else if (char === "[") {
          let end2 = index + 1;
          if (source[end2] === "^") {
            end2++;
          }
          if (source[end2] === "]") {
            end2++;
          }
          while (end2 < length && source[end2] !== "]") {
            end2 += source[end2] === ESCAPE ? 2 : 1;
          }
          end2++;
          tokens.push({ single: source.slice(index, end2) });
          index = end2;
        } else if (char === ESCAPE) {
          tokens.push({ single: source.slice(index, index + 2) });
          index += 2;
        } else if (char === "(") {
          let depth = 0;
          let end2 = index;
          do {
            if (source[end2] === ESCAPE) {
              end2++;
            } else if (source[end2] === "(") {
              depth++;
            } else if (source[end2] === ")") {
              depth--;
            }
            end2++;
          } while (end2 < length && depth > 0);
          if ("*+?".indexOf(source[end2]) >= 0) {
            end2++;
          }
          tokens.push({ boundary: source.slice(index, end2) });
          index = end2;
        } else if (char === "^" || char === "$") {
          tokens.push({ boundary: char });
          index++;
        } else {
          tokens.push({ single: char });
          index++;
        }
      }
      let out = EMPTY;
      let run2 = [];
      const flush = () => {
        let lastWildcard;
        run2.forEach((token, at) => {
          if (token.wildcard) {
            lastWildcard = at;
          }
        });
        run2.forEach((token, at) => {
          if (!token.wildcard) {
            out += token.single;
            return;
          }
          out += at === lastWildcard ? WILDCARD : `(?:(?!${separatorAfter(run2, at)})[^\\/])*`;
        });
        run2 = [];
      };
      tokens.forEach((token) => {
        if (token.boundary === void 0) {
          run2.push(token);
          return;
        }
        flush();
        out += token.boundary;
      });
      flush();
      return out;
    };
    var makeRegexPrefix = (pattern) => {
      if (REGEX_ANCHORED_GLOBSTAR.test(pattern)) {
        pattern = "**";
      }
      const { source, sources } = extractBrackets(pattern);
      const replaced = REPLACERS.reduce(
        // A pass whose matcher finds nothing hands back the very string it was
        //   given, so asking first costs a search and saves a rewrite. Ten of the
        //   fifteen passes never fire for a typical .gitignore line, and between
        //   them they were 45% of this chain.
        (prev, [matcher, replacer, required]) => {
          if (matcher === DIRECT) {
            return replacer(prev, pattern);
          }
          if (required !== UNDEFINED && prev.indexOf(required) < 0) {
            return prev;
          }
          return matcher.test(prev) ? prev.replace(matcher, replacer.bind(pattern)) : prev;
        },
        source
      );
      return sources.length ? replaced.replace(
        REGEX_RESTORE_PLACEHOLDER,
        (match, index) => sources[index]
      ) : replaced;
    };
    var checkSourceOf = (body, prefix) => {
      if (body[body.length - 1] === SLASH) {
        prefix = makeRegexPrefix(body.slice(0, -1));
      }
      const head = prefix.slice(0, -1);
      const last = prefix[prefix.length - 1];
      return last === TRAILING_WILDCARD ? `${head}$` : last === TRAILING_DOUBLESTAR ? `${head}.*$` : NEVER_MATCH;
    };
    var matchesBasename = (body) => {
      const index = body.indexOf(SLASH);
      return index < 0 || index === body.length - 1;
    };
    var basenameOf = (path) => {
      const end2 = path.length - 1;
      const index = path.lastIndexOf(
        SLASH,
        path[end2] === SLASH ? end2 - 1 : end2
      );
      return index < 0 ? path : path.slice(index + 1);
    };
    var parentOf2 = (path) => {
      if (path.charCodeAt(0) === SLASH_CODE || path.indexOf(DOUBLE_SLASH) >= 0) {
        const slices = path.split(SLASH).filter(Boolean);
        slices.pop();
        return slices.length ? slices.join(SLASH) + SLASH : EMPTY;
      }
      const end2 = path.length - 1;
      const cut = path.lastIndexOf(
        SLASH,
        path.charCodeAt(end2) === SLASH_CODE ? end2 - 1 : end2
      );
      return cut < 0 ? EMPTY : path.slice(0, cut + 1);
    };
    var isString = (subject) => typeof subject === "string";
    var checkPattern = (pattern) => pattern && isString(pattern) && !REGEX_INVALID_TRAILING_BACKSLASH.test(pattern);
    var splitPattern = (pattern) => pattern.split(REGEX_SPLITALL_CRLF).filter(Boolean);
    var IgnoreRule = class {
      constructor(pattern, mark, body, ignoreCase, negative, prefix) {
        this.pattern = pattern;
        this.mark = mark;
        this.negative = negative;
        define(this, "body", body);
        define(this, "ignoreCase", ignoreCase);
        define(this, "regexPrefix", prefix);
      }
      // Worked out on first use and kept behind an own property, the way `regex`
      //   caches itself in `_regex`. Deciding it in the constructor instead would
      //   add a fourth `defineProperty` to every rule ever built, which cost 4% of
      //   every compile -- including the compiles of rules that are never matched
      //   against anything.
      get _basenameOnly() {
        return define(this, "_basenameOnly", matchesBasename(this.body));
      }
      get regex() {
        const key = UNDERSCORE + MODE_IGNORE;
        if (this[key]) {
          return this[key];
        }
        return this._make(MODE_IGNORE, key);
      }
      get checkRegex() {
        const key = UNDERSCORE + MODE_CHECK_IGNORE;
        if (this[key]) {
          return this[key];
        }
        return this._make(MODE_CHECK_IGNORE, key);
      }
      _make(mode, key) {
        const str = pinWildcards(
          mode === MODE_IGNORE ? this.regexPrefix.replace(REGEX_REPLACE_TRAILING_WILDCARD, replaceTrailingWildcard).replace(REGEX_REPLACE_TRAILING_DOUBLESTAR, replaceTrailingDoublestar) : checkSourceOf(this.body, this.regexPrefix)
        );
        const regex = this.ignoreCase ? new RegExp(str, "i") : new RegExp(str);
        return define(this, key, regex);
      }
    };
    var isLineEnd = (char) => char === "\r" || char === "\n";
    var trimEnd = (body) => {
      let end2 = body.length;
      while (end2 && isLineEnd(body[end2 - 1])) {
        end2--;
      }
      const lineEnd = end2;
      while (end2 && body[end2 - 1] === SPACE) {
        end2--;
      }
      if (end2 === lineEnd) {
        return body.slice(0, end2);
      }
      let backslashes = 0;
      while (backslashes < end2 && body[end2 - backslashes - 1] === ESCAPE) {
        backslashes++;
      }
      return backslashes % 2 ? body.slice(0, end2 - 1) + SPACE : body.slice(0, end2);
    };
    var createRule = ({
      pattern,
      mark
    }, ignoreCase) => {
      let body = pattern[0] === BOM ? pattern.slice(1) : pattern;
      if (body[0] === "#") {
        return;
      }
      let negative = false;
      if (body[0] === "!") {
        negative = true;
        body = body.slice(1);
      }
      const last = body[body.length - 1];
      if (last === SPACE || last === "\r" || last === "\n") {
        body = trimEnd(body);
      }
      if (!body) {
        return;
      }
      body = body.replace(REGEX_REPLACE_LEADING_EXCAPED_EXCLAMATION, "!").replace(REGEX_REPLACE_LEADING_EXCAPED_HASH, "#");
      const regexPrefix = makeRegexPrefix(body);
      return new IgnoreRule(
        pattern,
        mark,
        body,
        ignoreCase,
        negative,
        regexPrefix
      );
    };
    var RuleManager = class {
      constructor(ignoreCase) {
        this._ignoreCase = ignoreCase;
        this._rules = [];
        this._basenameCount = 0;
      }
      _add(pattern) {
        if (pattern && pattern[KEY_IGNORE]) {
          this._rules = this._rules.concat(pattern._rules._rules);
          this._basenameCount += pattern._rules._basenameCount;
          this._added = true;
          return;
        }
        if (isString(pattern)) {
          pattern = {
            pattern
          };
        }
        const rule = checkPattern(pattern.pattern) && createRule(pattern, this._ignoreCase);
        if (rule) {
          this._added = true;
          this._rules.push(rule);
          if (matchesBasename(rule.body)) {
            this._basenameCount++;
          }
        }
      }
      // @param {Array<string> | string | Ignore} pattern
      add(pattern) {
        this._added = false;
        makeArray(
          isString(pattern) ? splitPattern(pattern) : pattern
        ).forEach(this._add, this);
        if (this._added) {
          this._literalRules = UNDEFINED;
        }
        return this._added;
      }
      // Match the literal 'abc/' for `checkIgnore`, last rule wins. Only a rule
      //   ending in a wildcard can match it (see `checkSourceOf`), so the rest
      //   are left out once, rather than tested or compiled for every path.
      testLiteral(path) {
        const rules2 = this._literalRules || (this._literalRules = this._rules.filter(
          ({ body }) => body[body.length - (body[body.length - 1] === SLASH ? 2 : 1)] === "*"
        ));
        let ignored2 = false;
        let unignored = false;
        let matchedRule;
        for (let index = rules2.length - 1; index >= 0; index--) {
          const rule = rules2[index];
          if (rule.checkRegex.test(path)) {
            ignored2 = !rule.negative;
            unignored = rule.negative;
            matchedRule = rule.negative ? UNDEFINED : rule;
            break;
          }
        }
        const ret = {
          ignored: ignored2,
          unignored
        };
        if (matchedRule) {
          ret.rule = matchedRule;
        }
        return ret;
      }
      // Test one single path without recursively checking parent directories
      //
      // - mode `string` either `MODE_IGNORE` or `MODE_CHECK_IGNORE`
      // @returns {TestResult}
      test(path, mode) {
        const rules2 = this._rules;
        const { length } = rules2;
        const shortcut = this._basenameCount * 2 >= length;
        const basename5 = shortcut ? basenameOf(path) : path;
        for (let index = length - 1; index >= 0; index--) {
          const rule = rules2[index];
          if (rule[mode].test(
            shortcut && rule._basenameOnly ? basename5 : path
          )) {
            const { negative } = rule;
            const ret = {
              ignored: !negative,
              unignored: negative
            };
            if (!negative) {
              ret.rule = rule;
            }
            return ret;
          }
        }
        return {
          ignored: false,
          unignored: false
        };
      }
    };
    var throwError = (message, Ctor) => {
      throw new Ctor(message);
    };
    var checkPath2 = (path, originalPath, doThrow) => {
      if (!isString(path)) {
        return doThrow(
          `path must be a string, but got \`${originalPath}\``,
          TypeError
        );
      }
      if (!path) {
        return doThrow(`path must not be empty`, TypeError);
      }
      if (checkPath2.isNotRelative(path)) {
        const r = "`path.relative()`d";
        return doThrow(
          `path should be a ${r} string, but got "${originalPath}"`,
          RangeError
        );
      }
      return true;
    };
    var isNotRelative = (path) => {
      const first = path.charCodeAt(0);
      if (first === SLASH_CODE) {
        return true;
      }
      if (first !== DOT_CODE) {
        return false;
      }
      if (path.length === 1) {
        return true;
      }
      const second = path.charCodeAt(1);
      if (second === SLASH_CODE) {
        return true;
      }
      if (second !== DOT_CODE) {
        return false;
      }
      return path.length === 2 || path.charCodeAt(2) === SLASH_CODE;
    };
    checkPath2.isNotRelative = isNotRelative;
    checkPath2.convert = (p) => p;
    var Ignore = class {
      constructor({
        ignorecase = true,
        ignoreCase = ignorecase,
        allowRelativePaths = false
      } = {}) {
        define(this, KEY_IGNORE, true);
        this._rules = new RuleManager(ignoreCase);
        this._strictPathCheck = !allowRelativePaths;
        this._initCache();
      }
      _initCache() {
        this._ignoreCache = /* @__PURE__ */ Object.create(null);
        this._testCache = /* @__PURE__ */ Object.create(null);
      }
      add(pattern) {
        if (this._rules.add(pattern)) {
          this._initCache();
        }
        return this;
      }
      // legacy
      addPattern(pattern) {
        return this.add(pattern);
      }
      // @returns {TestResult}
      _test(originalPath, cache) {
        const path = originalPath && checkPath2.convert(originalPath);
        checkPath2(
          path,
          originalPath,
          this._strictPathCheck ? throwError : RETURN_FALSE
        );
        return this._t(path, cache);
      }
      checkIgnore(path) {
        if (path.charCodeAt(path.length - 1) !== SLASH_CODE) {
          return this.test(path);
        }
        const dir = this._t(path, this._testCache);
        if (dir.ignored) {
          return dir;
        }
        const literal = this._rules.testLiteral(path);
        return literal.ignored || literal.unignored ? literal : dir;
      }
      _t(path, cache) {
        if (path in cache) {
          return cache[path];
        }
        const parentPath = parentOf2(path);
        const parent = parentPath ? this._t(parentPath, cache) : UNDEFINED;
        return cache[path] = parent && parent.ignored ? parent : this._rules.test(path, MODE_IGNORE);
      }
      ignores(path) {
        return this._test(path, this._ignoreCache).ignored;
      }
      createFilter() {
        return (path) => !this.ignores(path);
      }
      filter(paths) {
        return makeArray(paths).filter(this.createFilter());
      }
      // @returns {TestResult}
      test(path) {
        return this._test(path, this._testCache);
      }
    };
    var factory = (options) => new Ignore(options);
    var isPathValid = (path) => checkPath2(path && checkPath2.convert(path), path, RETURN_FALSE);
    var setupWindows = () => {
      const makePosix = (str) => /^\\\\\?\\/.test(str) || /["<>|\u0000-\u001F]+/u.test(str) ? str : str.replace(/\\/g, "/");
      checkPath2.convert = makePosix;
      const REGEX_TEST_WINDOWS_PATH_ABSOLUTE = /^[a-z]:\//i;
      checkPath2.isNotRelative = (path) => REGEX_TEST_WINDOWS_PATH_ABSOLUTE.test(path) || isNotRelative(path);
    };
    if (
      // Detect `process` so that it can run in browsers.
      typeof process !== "undefined" && process.platform === "win32"
    ) {
      setupWindows();
    }
    module.exports = factory;
    factory.default = factory;
    module.exports.isPathValid = isPathValid;
    define(module.exports, /* @__PURE__ */ Symbol.for("setupWindows"), setupWindows);
  }
});

// action/no-decoder.ts
var no_decoder_exports = {};
__export(no_decoder_exports, {
  openPicture: () => openPicture,
  readHeader: () => readHeader
});
async function refuse2() {
  throw new Error("the file is too large, and only the command line makes such files smaller: save it smaller");
}
var readHeader, openPicture;
var init_no_decoder = __esm({
  "action/no-decoder.ts"() {
    readHeader = () => refuse2();
    openPicture = () => refuse2();
  }
});

// action/main.ts
import { execFileSync as execFileSync2 } from "node:child_process";
import { appendFileSync, readFileSync as readFileSync6 } from "node:fs";

// packages/core/src/taste/verdict/certainty.ts
var noveltyMax = 0.95;

// packages/core/src/report/reasons.ts
var effectMin = 5e-3;
var namesShownMax = 3;
function describeReasons(details, nameOf = () => void 0) {
  if (!isRecord(details)) return [];
  const { summary, measured, low, high, reasons, attributes } = details;
  if (typeof measured === "number") return [{ text: `Measured, from 0 (${low}) to 1 (${high})` }];
  const moving = recordsOf(reasons).flatMap((reason) => movingReason(reason, nameOf));
  const named = moving.filter(({ text }) => text !== othersText);
  const others = moving.filter(({ text }) => text === othersText);
  const otherwise = typeof summary === "string" ? summary : "No known reason";
  return [...named.length > 0 ? named : [{ text: otherwise }], ...others, ...looks(attributes)];
}
function describeAllReasons(details, dimensions, nameOf) {
  const said = /* @__PURE__ */ new Set();
  return dimensions.map((dimension) => {
    const reasons = describeReasons(details[dimension], nameOf).filter(
      ({ text, effect }) => effect !== void 0 || !said.has(text)
    );
    for (const { text } of reasons) said.add(text);
    return { dimension, reasons };
  });
}
var othersText = "Other reasons";
function effectText(effect) {
  return `${effect < 0 ? "" : "+"}${effect.toFixed(2)}`;
}
function movingReason({ text, effect, elements }, nameOf) {
  if (typeof text !== "string" || typeof effect !== "number" || Math.abs(effect) < effectMin) return [];
  const names = (Array.isArray(elements) ? elements : []).flatMap((id) => nameOf(String(id)) ?? []);
  const shown = [...new Set(names)].slice(0, namesShownMax);
  return [{ text: shown.length > 0 ? `${text}, such as ${shown.join(", ")}` : text, effect }];
}
function looks(attributes) {
  const words = recordsOf(attributes).flatMap(({ word }) => typeof word === "string" ? [word] : []);
  return words.length > 0 ? [{ text: `Stands out: ${words.join(", ")}` }] : [];
}
function recordsOf(list) {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// packages/core/src/report/verdict-words.ts
var closeMargin = 0.01;
function isClose(score2, min, verdict) {
  const distance = Math.abs(score2 - min);
  const unsureWithin = verdict?.unsure ? Math.abs(score2 - verdict.pass) : 0;
  return inMillionths(distance) <= inMillionths(Math.max(closeMargin, unsureWithin));
}
function inMillionths(value) {
  return Math.round(value * 1e6);
}
function closeWords(score2, min) {
  const isTold = score2.toFixed(2) !== min.toFixed(2) || score2 === min;
  const [left, right] = [score2, min].map((value) => value.toFixed(isTold ? 2 : 4));
  return `${left} against ${right}: close; a person should look`;
}
function refusalOf({ decision, problem, novelty }) {
  if (problem !== void 0 && decision !== "pass") return refusals[problem];
  return novelty >= noveltyMax ? "unlike anything judged" : void 0;
}
var refusals = {
  blank: "blank",
  noise: "noise",
  unstyled: "without its style sheet",
  error_page: "an error page"
};

// packages/core/src/report/assessment.ts
var dropDefault = 0.05;
function assess(picture, gate) {
  const { score: score2, before, error, verdict } = picture;
  const { min, drop = dropDefault, allowFailures = false, allowClose = false } = gate;
  if (score2 === void 0) {
    return { ...picture, outcome: allowFailures ? "skipped" : "failed", reason: error ?? "it has no score" };
  }
  const refusal = min !== void 0 && verdict ? refusalOf(verdict) : void 0;
  if (refusal !== void 0) return { ...picture, outcome: "low", reason: refusal };
  if (before !== void 0) {
    return hasFallen(before, score2, drop) ? { ...picture, outcome: "fell", reason: `fell from ${before.toFixed(4)}` } : { ...picture, outcome: "passed" };
  }
  if (min === void 0) return { ...picture, outcome: "passed" };
  const warning = isClose(score2, min, verdict) ? { warning: closeWords(score2, min) } : {};
  const isLow = score2 < min && !(allowClose && warning.warning !== void 0);
  return isLow ? { ...picture, outcome: "low", reason: `below ${min}`, ...warning } : { ...picture, outcome: "passed", ...warning };
}
function describeAssessment(assessment) {
  const { outcome, reason, warning, verdict, score: score2 } = assessment;
  const words = [...reason === void 0 ? [] : [reason], ...warning === void 0 ? [] : [warning]];
  if (words.length === 0 || score2 === void 0 || !verdict) return words;
  const { decision, differences = [], suggestions = [] } = verdict;
  const isSaid = outcome === "passed";
  return [
    ...words,
    ...isSaid ? [] : [`verdict: ${decision}`],
    ...differences,
    ...suggestions.map((text) => `→ ${text}`)
  ];
}
function describeInText(assessment) {
  const { pageUrl } = assessment;
  return [...describeAssessment(assessment), ...pageUrl === void 0 ? [] : [`Fine or wrong? ${pageUrl}`]];
}
function isRefused({ outcome }) {
  return outcome === "low" || outcome === "fell";
}
function hasFallen(before, score2, drop) {
  return Math.round((before - score2) * 1e6) > Math.round(drop * 1e6);
}

// packages/core/src/report/score-markdown.ts
var markdownRowsMax = 200;
var marks = {
  passed: "✅",
  low: "❌",
  fell: "❌",
  failed: "⚠️",
  skipped: "⚠️"
};
function scoreMarkdown(profile, dimension, assessments) {
  const rows = assessments.toSorted((a, b) => urgency(a) - urgency(b));
  const shown = rows.slice(0, markdownRowsMax);
  const columns = columnsOf(dimension, shown);
  const left = rows.length - shown.length;
  return [
    `### Palate: ${asCode(profile)}`,
    "",
    summaryOf(assessments),
    "",
    line(columns.map(({ head }) => head)),
    line(columns.map(() => "---")),
    ...shown.map((row) => line(columns.map(({ cell }) => cell(row)))),
    ...left > 0 ? ["", `${left} more are not shown.`] : [],
    ""
  ].join("\n");
}
function urgency({ outcome, warning }) {
  if (outcome !== "passed") return 0;
  return warning === void 0 ? 2 : 1;
}
function summaryOf(assessments) {
  const passed = assessments.filter(({ outcome }) => outcome === "passed").length;
  const close = assessments.filter(({ warning }) => warning !== void 0).length;
  const pictures = assessments.length === 1 ? "picture" : "pictures";
  const look = close === 0 ? "" : ` ${close} ${close === 1 ? "is" : "are"} close to the minimum: a person should look.`;
  return `${passed} of ${assessments.length} ${pictures} passed.${look}`;
}
function columnsOf(dimension, rows) {
  const has = (is) => rows.some(is);
  const optional = (is, column) => is ? [column] : [];
  const hasThumbnail = has(({ thumbnailUrl }) => thumbnailUrl !== void 0);
  const hasEarlier = has(({ beforeThumbnailUrl }) => beforeThumbnailUrl !== void 0);
  return [
    {
      head: "",
      cell: ({ outcome, warning }) => outcome === "passed" && warning !== void 0 ? "🔶" : marks[outcome]
    },
    ...optional(hasEarlier, { head: "was", cell: ({ beforeThumbnailUrl }) => thumbnail(beforeThumbnailUrl) }),
    ...optional(hasThumbnail, { head: hasEarlier ? "is" : "", cell: ({ thumbnailUrl }) => thumbnail(thumbnailUrl) }),
    { head: "picture", cell: ({ name }) => asCode(name) },
    { head: asCode(dimension), cell: ({ score: score2 }) => score2?.toFixed(4) ?? "" },
    ...optional(
      has(({ before }) => before !== void 0),
      { head: "before", cell: ({ before }) => before?.toFixed(4) ?? "" }
    ),
    ...optional(
      has((row) => describeAssessment(row).length > 0),
      { head: "why", cell: whyOf }
    )
  ];
}
function whyOf(assessment) {
  const { outcome, reason = "", pageUrl } = assessment;
  if (outcome === "failed" || outcome === "skipped") return asCode(reason);
  const link = pageUrl === void 0 || !isAddress(pageUrl) ? [] : [`<a href="${pageUrl}">Fine or wrong?</a>`];
  return [...describeAssessment(assessment).map(asText), ...link].join("<br>");
}
function thumbnail(url) {
  return url === void 0 || !isAddress(url) ? "" : `<img src="${url}" height="64" alt="">`;
}
function isAddress(url) {
  return /^https?:\/\/[^\s"'<>|\\`]+$/.test(url);
}
function line(cells) {
  return `| ${cells.join(" | ")} |`;
}
function asCode(text) {
  return `<code>${asText(text)}</code>`;
}
function asText(text) {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "�").replaceAll(/[^\p{L}\p{M}\p{N} /,.→-]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0)};`);
}

// packages/cli/src/printable.ts
import { randomUUID } from "node:crypto";
var secret = randomUUID();
var esc = "\x1B";
var styleStart = `${esc}${secret}[`;
var styles = new RegExp(`${esc}${secret}\\[\\d+m`, "g");
var unprintable = new RegExp(
  `${esc}(?!${secret}\\[)|[\\0-\\x08\\x0a-\\x1a\\x1c-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]`,
  "g"
);
function style(code) {
  return `${styleStart}${code}m`;
}
function printable(line2, env2 = process.env) {
  const shown = line2.replaceAll(unprintable, (character) => escaped(character));
  return env2.GITHUB_ACTIONS === "true" ? withoutWorkflowCommands(shown) : shown;
}
function withoutWorkflowCommands(line2) {
  return line2.replace(/^(\s*):(?=:)/, `$1${escaped(":")}`).replaceAll("##[", `#${escaped("#")}[`);
}
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
function withStyles(text) {
  return text.replaceAll(styleStart, `${esc}[`);
}
function withoutStyles(text) {
  return text.replaceAll(styles, "");
}

// packages/cli/src/output.ts
var CommandError = class extends Error {
  name = "CommandError";
  details;
  constructor(message, details = []) {
    super(message);
    this.details = details;
  }
};
var UsageError = class extends CommandError {
};
function print(lines) {
  write(process.stdout, lines);
}
function printWarning(lines) {
  const [first = "", ...others] = linesOf(lines);
  write(process.stderr, [`palate: ${first}`, ...others]);
}
function annotate(level, file, message) {
  const property = inAnnotation(file).replaceAll(":", "%3A").replaceAll(",", "%2C");
  process.stderr.write(`::${level} file=${property}::${inAnnotation(message)}
`);
}
function inAnnotation(text) {
  return printable(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}
function write(stream, lines) {
  const finish = stream.isTTY ? withStyles : withoutStyles;
  stream.write(
    `${linesOf(lines).map((line2) => finish(printable(line2))).join("\n")}
`
  );
}
function linesOf(lines) {
  return typeof lines === "string" ? [lines] : lines;
}

// packages/cli/src/api/connection/address.ts
var defaultUrl = "http://127.0.0.1:8080";
function addressOf(text, source) {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url) return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  const guess = `${isLocal(text) ? "http" : "https"}://${text}`;
  const advice = /^[\w.[\]-]+(:\d+)?(\/|$)/.test(text) && URL.canParse(guess) ? `: did you mean ${guess}?` : "";
  throw new UsageError(`${source}: ${text} is not a URL that starts with http:// or https://${advice}`);
}
function isLocal(text) {
  return /^(localhost|127\.|\[::1\])/i.test(text);
}

// packages/client/src/node.ts
import { Buffer as Buffer2 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

// packages/client/src/resources/annotations.ts
var Annotations = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Adds judgements. One about something that was judged before replaces that judgement and counts nothing. If they
   * exceed the budget, nothing is stored and the code is `budget_exceeded`.
   *
   * @example
   * await palate.annotations.add(profile.id, { comparisons: [{ frameA: 'frm_1', frameB: 'frm_2', winner: 'frm_1' }] })
   */
  add(profileId, annotations, options) {
    return this.#transport.json("addAnnotations", { params: { id: profileId }, body: annotations }, options);
  }
  /**
   * Removes a judgement and returns it to the budget, or takes back its removal. A committed one is only marked: the
   * next commit leaves it out.
   */
  remove(profileId, elementId, options) {
    return this.#transport.json("removeAnnotation", { params: { id: profileId, elementId } }, options);
  }
  /** Discards all working changes. */
  discard(profileId, options) {
    return this.#transport.json("discardAnnotations", { params: { id: profileId } }, options);
  }
  /** Restores what was discarded, each judgement as that of who made it. */
  restore(profileId, discardId, options) {
    return this.#transport.json("restoreDiscard", { params: { id: profileId, discardId } }, options);
  }
};

// packages/client/src/resources/asks.ts
var Asks = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Creates a question that is good for one answer. Whoever shows it records the answer as a judgement with `askId`.
   *
   * @example
   * const { id } = await palate.asks.create(profile.id, { first: 'frame:frm_1', second: 'frame:frm_2' })
   */
  create(profileId, ask, options) {
    return this.#transport.json("createAsk", { params: { id: profileId }, body: ask }, options);
  }
  /** The question. `answer` is null until somebody has chosen. */
  get(profileId, askId, options) {
    return this.#transport.json("getAsk", { params: { id: profileId, askId } }, options);
  }
};

// packages/core/src/generic/bytes.ts
var mebibyte = 2 ** 20;
var units = [
  [2 ** 30, "GiB"],
  [mebibyte, "MiB"],
  [2 ** 10, "KiB"]
];
function describeBytes(bytes) {
  const [size, unit] = units.find(([size2]) => bytes >= size2) ?? [1, "bytes"];
  return `${unit === "bytes" ? bytes : (bytes / size).toFixed(1).replace(/\.0$/, "")} ${unit}`;
}

// packages/core/src/frames/size.ts
var frameBytesMax = 10 * mebibyte;
var uploadBytesMax = 32 * mebibyte;

// packages/core/src/ids.ts
var idCharactersMax = 255;
function isId(prefix, text) {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1));
}

// packages/core/src/route.ts
var mebibyte2 = 1024 * 1024;
var bodyBytesMax = mebibyte2;
var largeBodyBytesMax = 32 * mebibyte2;
var mcpBodyBytesMax = 8 * mebibyte2;
var uploadBodyBytesMax = 33 * mebibyte2;

// packages/client/src/error.ts
var PalateError = class extends Error {
  name = "PalateError";
  constructor(code, message, { status = 0, problem, ...options } = {}) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.requestId = problem?.requestId;
    this.errors = problem?.errors ?? [];
    this.problem = problem;
  }
};
function isPalateError(error, ...codes) {
  return error instanceof PalateError && (codes.length === 0 || codes.includes(error.code));
}
function isAuthError(error) {
  return error instanceof PalateError && error.status === 401;
}

// packages/client/src/transport/random-id.ts
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// packages/client/src/transport/request.ts
function requestOf(route, { body, headers }, { apiKey, session, headers: always, idempotencyKey }) {
  const isJson = body !== void 0 && isPlain(body);
  const key = idempotencyKey ?? (needsIdempotencyKey(route) ? randomId() : void 0);
  const all = {
    ...apiKey && { authorization: `Bearer ${apiKey}` },
    ...session && { "x-palate-request": "1" },
    ...isJson && { "content-type": "application/json" },
    ...route.method === "POST" && { "idempotency-key": key },
    ...always,
    ...headers
  };
  return {
    method: route.method,
    headers: Object.fromEntries(Object.entries(all).filter((entry) => entry[1] != null)),
    ...body !== void 0 && { body: isJson ? JSON.stringify(body) : body },
    ...session && { credentials: "same-origin" },
    // Without it, fetch refuses a stream as body.
    ...body instanceof ReadableStream && { duplex: "half" }
  };
}
function needsIdempotencyKey({ method, access, isRepeatable }) {
  return method === "POST" && access === "key" && !isRepeatable;
}
function isPlain(body) {
  return Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype || Object.getPrototypeOf(body) === null;
}
function pathOf(path, { params = {}, query = {} }) {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

// packages/client/src/resources/picture.ts
async function readAll(picture, { readPicture: readPicture3 = refuse, signal }, bytesMax = uploadBytesMax) {
  signal?.throwIfAborted();
  try {
    if (picture instanceof Blob) refuseTooLarge(picture.size, bytesMax);
    const read = await contentOf(picture, readPicture3, signal);
    refuseTooLarge(read.size, bytesMax);
    return read;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PalateError) throw cause;
    const message = `cannot read the picture: ${cause.message}`;
    throw new PalateError("file_unreadable", message, { cause });
  }
}
function refuseTooLarge(bytes, bytesMax = uploadBytesMax) {
  if (bytes <= bytesMax) return;
  const advice = bytesMax < uploadBytesMax ? "; upload it" : "";
  throw new PalateError("body_too_large", `the picture has more than ${bytesMax / 1024 ** 2} MiB${advice}`);
}
function refuse(picture) {
  const rule = "a picture is a Blob, bytes or, in Node, the path of a file or a stream";
  throw new PalateError("invalid_argument", `${rule}, not ${String(picture).slice(0, 80)}`);
}
async function contentOf(picture, readPicture3, signal) {
  if (picture instanceof Blob) return fileOf(await picture.arrayBuffer(), picture.name);
  if (picture instanceof ArrayBuffer || ArrayBuffer.isView(picture)) return fileOf(picture);
  return readPicture3(picture, signal);
}
function fileOf(bytes, name = "") {
  return new File([bytes], name);
}

// packages/client/src/resources/scored-frames.ts
var pictureBytesPerRequestMax = largeBodyBytesMax - 2 ** 20;
async function scoringBody({ readPicture: readPicture3 }, request2, { signal } = {}) {
  const { frames } = request2;
  if (!Array.isArray(frames)) return request2;
  const form = new FormData();
  const sent = [];
  let bytes = 0;
  for (const [index, frame] of frames.entries()) {
    const { id, url, picture = frame } = Object(frame);
    if (picture === frame && (url !== void 0 || isPlain(Object(frame)))) {
      sent.push(frame);
      continue;
    }
    const read = await readAll(picture, { readPicture: readPicture3, signal }, frameBytesMax);
    bytes += read.size;
    if (bytes > pictureBytesPerRequestMax) {
      throw new PalateError("body_too_large", "too many bytes for one request: upload the pictures");
    }
    form.set(`${index}`, read);
    const name = typeof picture === "string" ? picture : read.name;
    sent.push({ id: id ?? (name.slice(-idCharactersMax) || String(index)), url: `part:${index}` });
  }
  const body = { ...request2, frames: sent };
  if (form.keys().next().done) return body;
  form.set("request", JSON.stringify(body));
  return form;
}

// packages/client/src/transport/responses.ts
async function readJson(response) {
  return parseJson(await response.text(), response);
}
function parseJson(text, { url, status }) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${url} sent no JSON`;
    throw new PalateError("unexpected_answer", message, { status, cause });
  }
}
function parseLine(text, response) {
  const item = parseJson(text, response);
  if (typeof item === "object" && item !== null) return item;
  const { url, status } = response;
  throw new PalateError("unexpected_answer", `${url} sent ${text.slice(0, 100)} instead of an object`, { status });
}
function requireMediaType(response, mediaType) {
  const found = response.headers.get("content-type") ?? "no Content-Type";
  if (found.split(";")[0]?.trim().toLowerCase() === mediaType) return response;
  void response.body?.cancel().catch(() => {
  });
  const { url, status } = response;
  throw new PalateError("unexpected_answer", `${url} sent ${found} instead of ${mediaType}`, { status });
}
async function errorOf(response, isKeyless) {
  const { status, url } = response;
  const problem = problemIn(await response.text());
  const advice = isKeyless && problem?.code === "missing_api_key" && "no API key: pass `apiKey` to `new Palate()`";
  if (problem) return new PalateError(problem.code, advice || problem.detail, { status, problem });
  return new PalateError("unexpected_answer", `${url} sent status ${status}`, { status });
}
function problemIn(text) {
  try {
    const problem = JSON.parse(text);
    return typeof problem?.code === "string" ? problem : void 0;
  } catch {
    return void 0;
  }
}

// packages/client/src/streams/lines.ts
var lineCharactersMax = 32 * 1024 * 1024;
async function* linesOf2(response, { silenceMs, signal }) {
  const reader = response.body.getReader();
  const abort = () => void reader.cancel(signal?.reason).catch(() => {
  });
  signal?.addEventListener("abort", abort);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (; ; ) {
      const { done, value } = await withinMs(silenceMs, reader.read());
      signal?.throwIfAborted();
      if (done) return;
      const [end2 = "", ...next] = decoder.decode(value, { stream: true }).split("\n");
      rest += end2;
      for (const beginning of next) {
        yield rest.endsWith("\r") ? rest.slice(0, -1) : rest;
        rest = beginning;
      }
      if (rest.length > lineCharactersMax) throw tooLong(response);
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    await reader.cancel().catch(() => {
    });
  }
}
async function withinMs(ms, waiting) {
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new PalateError("timeout", `no data for ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([waiting, silence]);
  } finally {
    clearTimeout(timer);
  }
}
function tooLong({ url, status }) {
  const message = `${url} sent a line of over ${lineCharactersMax} characters`;
  return new PalateError("unexpected_answer", message, { status });
}

// packages/client/src/transport/retry.ts
var firstPauseMs = 500;
var pauseMsMax = 3e4;
function retryPauseMs(attempt2, retryAfter) {
  const requestedMs = retryAfterMs(retryAfter);
  if (requestedMs !== void 0) return Math.min(requestedMs, 2 * pauseMsMax);
  return Math.min(firstPauseMs * 2 ** attempt2, pauseMsMax) * (0.75 + Math.random() / 2);
}
function retryAfterMs(value) {
  if (value == null || value === "") return void 0;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1e3;
  return Number.isNaN(ms) ? void 0 : Math.max(ms, 0);
}
function pauseMs(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

// packages/client/src/streams/resume.ts
var attemptsMax = 10;
async function* resumed({ begin, isGreeting, isEnd, signal }) {
  let stream = await begin(true);
  for (let failures = 0; ; ) {
    let failure = new PalateError("connection_failed", "the stream was disconnected");
    try {
      stream ??= await begin(false);
      for await (const item of stream) {
        if (!isGreeting(item)) failures = 0;
        yield item;
        if (isEnd(item)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isFinal(error)) throw error;
      failure = isPalateError(error) ? error : disconnected(error);
    }
    stream = void 0;
    failures++;
    if (failures >= attemptsMax) throw failure;
    await pauseMs(retryPauseMs(failures - 1), signal);
  }
}
function disconnected(cause) {
  return new PalateError("connection_failed", "the stream was disconnected", { cause });
}
function isFinal(error) {
  return isPalateError(error) && error.status > 0 && error.status < 500 && error.status !== 429;
}

// packages/client/src/streams/batch-stream.ts
function submitBatch(transport, request2, options = {}) {
  const idempotencyKey = options.idempotencyKey ?? randomId();
  let body;
  const submit = async (attempt2) => {
    body ??= scoringBody(transport, request2, options);
    return transport.open("submitBatch", ndjson, { body: await body }, { ...attempt2, idempotencyKey });
  };
  return followBatch(transport, submit, void 0, 0, options);
}
function readBatch(transport, batchId, after = 0, options = {}) {
  return followBatch(transport, void 0, batchId, after, options);
}
var ndjson = "application/x-ndjson";
async function* followBatch(transport, submit, id, after, options) {
  let batchId = id;
  let seq = after;
  let hasBegun = false;
  const readOn = (attempt2) => {
    const sent = { params: { batchId: batchId ?? "" }, query: { after: seq } };
    return transport.open("streamBatchResults", ndjson, sent, attempt2);
  };
  const begin = async (isFirst) => {
    const open = batchId === void 0 && submit ? submit : readOn;
    const response = await open(isFirst ? options : { ...options, retries: 0 });
    return parsed(response, linesOf2(response, { silenceMs: transport.silenceMs, signal: options.signal }));
  };
  const isGreeting = ({ type }) => type === "batch";
  const isEnd = ({ type }) => type === "done";
  for await (const line2 of resumed({ begin, isGreeting, isEnd, signal: options.signal })) {
    if (line2.type === "batch") {
      batchId = line2.batch_id;
      if (hasBegun) continue;
      hasBegun = true;
    }
    if (line2.type === "score" || line2.type === "error") {
      if (line2.seq <= seq) continue;
      seq = line2.seq;
    }
    yield line2;
  }
}
async function* parsed(response, lines) {
  for await (const line2 of lines) if (line2 !== "") yield parseLine(line2, response);
}

// packages/client/src/resources/list.ts
function listOf(transport, operation, itemsOf, sent, options) {
  const readPage = (cursor) => transport.json(
    operation,
    cursor === void 0 ? sent : { ...sent, query: { ...sent.query, cursor } },
    options
  );
  return {
    // biome-ignore lint/suspicious/noThenProperty: lists are awaitable
    then: (resolve, reject) => readPage().then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      let cursor;
      do {
        const page = await readPage(cursor);
        yield* itemsOf(page);
        cursor = page.nextCursor;
      } while (cursor !== void 0);
    }
  };
}

// packages/client/src/resources/batches.ts
var Batches = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** Submits a batch without waiting for it. Read it with `results` at any time. */
  async submit(request2, options) {
    const body = await scoringBody(this.#transport, request2, options);
    return this.#transport.json("submitBatch", { body, headers: { prefer: "respond-async" } }, options);
  }
  list(query = {}, options) {
    return listOf(this.#transport, "listBatches", (page) => page.batches, { query }, options);
  }
  get(batchId, options) {
    return this.#transport.json("getBatch", { params: { batchId } }, options);
  }
  /** The lines of a batch after result number `after`, even while it runs. */
  results(batchId, { after, ...options } = {}) {
    return readBatch(this.#transport, batchId, after, options);
  }
  cancel(batchId, options) {
    return this.#transport.json("cancelBatch", { params: { batchId } }, options);
  }
};

// packages/client/src/resources/boards.ts
var Boards = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * @example
   * await palate.boards.create({ profileId, name: 'Spring', pictures: [{ frameId, caption: 'The first page' }] })
   */
  create(board, options) {
    return this.#transport.json("createBoard", { body: board }, options);
  }
  /** Newest first, with their first pictures. */
  list(query = {}, options) {
    return listOf(this.#transport, "listBoards", (page) => page.boards, { query }, options);
  }
  get(id, options) {
    return this.#transport.json("getBoard", { params: { id } }, options);
  }
  /** `pictures` replaces all of them, in their new order. */
  update(id, changes, options = {}) {
    const headers = { "if-match": options.ifMatch };
    return this.#transport.json("updateBoard", { params: { id }, body: changes, headers }, options);
  }
  /** Its pictures stay in the library. */
  delete(id, options) {
    return this.#transport.json("deleteBoard", { params: { id } }, options);
  }
};

// packages/client/src/streams/event-stream.ts
async function* tailEvents(transport, { projectId, type, after, ...options } = {}) {
  const filter = { projectId, type };
  const log = (limit) => listOf(transport, "listEvents", (page) => page.events, { query: { ...filter, limit } }, options);
  let last = after ?? (await log(1)).events[0]?.id;
  const begin = async (isFirst) => {
    const missed = isFirst || last !== void 0 ? [] : await oldestFirst(log());
    const sent = { query: filter, headers: { "last-event-id": missed.at(-1)?.id ?? last } };
    const once = isFirst ? options : { ...options, retries: 0 };
    const response = await transport.open("listEvents", "text/event-stream", sent, once);
    const lines = linesOf2(response, { silenceMs: transport.silenceMs, signal: options.signal });
    return messages(missed, response, lines);
  };
  const stream = resumed({
    begin,
    isGreeting: (message) => "comment" in message && message.comment === "open",
    isEnd: () => false,
    signal: options.signal
  });
  for await (const message of stream) {
    if ("comment" in message) continue;
    last = message.event.id;
    yield message.event;
  }
}
async function oldestFirst(log) {
  const events = [];
  for await (const event of log) events.unshift(event);
  return events;
}
async function* messages(missed, response, lines) {
  for (const event of missed) yield { event };
  let data = [];
  for await (const line2 of lines) {
    if (line2 === "" && data.length > 0) yield { event: parseLine(data.join("\n"), response) };
    if (line2 === "") data = [];
    const [, field, value = ""] = /^(\w*): ?(.*)$/.exec(line2) ?? [];
    if (field === "") yield { comment: value };
    if (field === "data") data.push(value);
  }
}

// packages/client/src/resources/events.ts
var Events = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** The log, newest first; oldest first with `after`. */
  list(query = {}, options) {
    return listOf(this.#transport, "listEvents", (page) => page.events, { query }, options);
  }
  /**
   * Events as they happen. Reconnects automatically; end it with `break` or a signal.
   *
   * @example
   * for await (const event of palate.events.tail({ type: 'profile.*' })) console.log(event.type)
   */
  tail(options) {
    return tailEvents(this.#transport, options);
  }
  /** The catalogue of event types with their schemas. */
  types(options) {
    return this.#transport.json("listEventTypes", {}, options);
  }
};
var Alerts = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  create(alert, options) {
    return this.#transport.json("createAlert", { body: alert }, options);
  }
  list(query = {}, options) {
    return listOf(this.#transport, "listAlerts", (page) => page.alerts, { query }, options);
  }
  delete(id, options) {
    return this.#transport.json("deleteAlert", { params: { id } }, options);
  }
};

// packages/client/src/resources/upload.ts
async function uploadFrame(transport, picture, { projectId, name, type, prompt, group, seed, ...options }) {
  const query = { projectId };
  if (picture instanceof ReadableStream) {
    if (prompt ?? group ?? seed) throw new PalateError("invalid_request", "a stream carries no prompt, group or seed");
    const headers = { "content-type": type ?? "application/octet-stream" };
    return transport.json("uploadFrame", { query, body: picture, headers }, options);
  }
  const file = await readAll(picture, { readPicture: transport.readPicture, signal: options.signal });
  const form = new FormData();
  for (const [field, text] of Object.entries({ prompt, group, seed })) if (text) form.set(field, text);
  form.set("file", file, name ?? file.name);
  return transport.json("uploadFrame", { query, body: form }, options);
}

// packages/client/src/resources/frames.ts
var Frames = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Uploads a picture: a file, bytes, a stream or, in Node, a path. All but a `ReadableStream` are read into memory first.
   *
   * @example
   * const frame = await palate.frames.upload('pictures/cover.png', { projectId: 'studio' })
   */
  upload(picture, options) {
    return uploadFrame(this.#transport, picture, options);
  }
  list(query = {}, options) {
    return listOf(this.#transport, "listFrames", (page) => page.frames, { query }, options);
  }
  /** Changes the tags of frames and what they were made with (`prompt`, `group`, `seed`); all or none. */
  update(change2, options) {
    return this.#transport.json("updateFrames", { body: change2 }, options);
  }
  /** The uploaded file, unchanged. */
  get(id, options) {
    return this.#transport.read("getFrame", { params: { id } }, options, readBlob);
  }
  /** A thumbnail (WebP). `size` is the longer side, 256 by default. */
  thumbnail(id, query = {}, options) {
    return this.#transport.read("getFrameThumbnail", { params: { id }, query }, options, readBlob);
  }
  /** The thumbnail (WebP) at a `thumbnail` path of `frames.recent` or `profiles.pictures`, large if available. */
  thumbnailAt(path, query = {}, options) {
    const contentHash = path.split("/").at(-1) ?? "";
    return this.#transport.read("getThumbnail", { params: { contentHash }, query }, options, readBlob);
  }
  /** Deletes a frame. If a profile refers to it, only with `force`, which also erases the picture. */
  delete(id, { force, ...options } = {}) {
    return this.#transport.json("deleteFrame", { query: { id, force } }, options);
  }
  /** The frames of its project that resemble a frame, the most similar first. */
  similar(query, options) {
    return this.#transport.json("listSimilarFrames", { query }, options);
  }
  /** Near-duplicates and bursts among the frames of a project. */
  stacks(query = {}, options) {
    return this.#transport.json("listFrameStacks", { query }, options);
  }
  /** Recently scored frames, newest first. */
  recent(query = {}, options) {
    return listOf(this.#transport, "listRecentFrames", (page) => page.frames, { query }, options);
  }
};
function readBlob(response) {
  return response.blob();
}

// packages/client/src/resources/keys.ts
var Keys = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Creates a key. Only this response contains it.
   *
   * @example
   * const { key } = await palate.keys.create({ name: 'CI', scopes: ['score'], expiresInDays: 90 })
   */
  create(key, options) {
    return this.#transport.json("createKey", { body: key }, options);
  }
  /** The active keys, newest first. */
  list(query = {}, options) {
    return listOf(this.#transport, "listKeys", (page) => page.keys, { query }, options);
  }
  /** Revokes a key immediately. This cannot be undone. */
  revoke(id, options) {
    return this.#transport.json("revokeKey", { query: { id } }, options);
  }
  /** Replaces a key with a new one that has the same rights. The old one keeps working for `overlapSeconds`. */
  rotate(id, rotation = {}, options) {
    return this.#transport.json("rotateKey", { query: { id }, body: rotation }, options);
  }
  /** Requests per day, oldest first. */
  usage(id, query = {}, options) {
    return this.#transport.json("getKeyUsage", { query: { ...query, id } }, options);
  }
};

// packages/client/src/resources/logins.ts
var Logins = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** Starts a login, without a key. Show `url` and `userCode`, and then repeat `collect`. */
  create(name, options) {
    return this.#transport.json("createLogin", { body: { name } }, options);
  }
  /** The key, once; undefined while nobody has decided. */
  collect(code, options) {
    return this.#transport.read(
      "collectLogin",
      { body: { code } },
      options,
      (response) => response.status === 202 ? void 0 : readJson(response)
    );
  }
  /** A login that waits to be confirmed. Needs the session of a person. */
  get(userCode, options) {
    return this.#transport.json("getLogin", { params: { userCode } }, options);
  }
  /** Gives the command a key of the person who is signed in, or refuses it. */
  decide(userCode, approve, options) {
    return this.#transport.json("decideLogin", { params: { userCode }, body: { approve } }, options);
  }
};

// packages/client/src/resources/people.ts
var People = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Invites a person. Only this response contains the link.
   *
   * @example
   * const { invitation } = await palate.people.invite({ name: 'Ada', role: 'editor' })
   */
  invite(person, options) {
    return this.#transport.json("createPerson", { body: person }, options);
  }
  /** Newest first; only names without the scope `admin`. */
  list(query = {}, options) {
    return listOf(this.#transport, "listPeople", (page) => page.people, { query }, options);
  }
  get(id, options) {
    return this.#transport.json("getPerson", { params: { id } }, options);
  }
  /** Changes a name, role, projects or status. Everybody may change their own name. */
  update(id, patch, options) {
    return this.#transport.json("updatePerson", { params: { id }, body: patch }, options);
  }
  /** Ends the person's sessions, keys and links. Keeps what they judged, unless `judgements` is `erase`. */
  remove(id, query = {}, options) {
    return this.#transport.json("removePerson", { params: { id }, query }, options);
  }
  /** Makes another link and ends the one before. */
  inviteAgain(id, options) {
    return this.#transport.json("invitePerson", { params: { id } }, options);
  }
};

// packages/core/src/json.ts
var valuesPerBodyMax = 2e6;
var tooMany = `contains more than ${valuesPerBodyMax} values`;
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value;
  let text = "";
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member !== void 0) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

// packages/client/src/resources/history.ts
var racesMax = 8;
var kinds = ["constraints", "exemplars", "comparisons"];
var noChanges = { constraints: [], exemplars: [], comparisons: [] };
async function commit(transport, id, { message, branch, parentVersionId, allowEmpty = false, ...options }) {
  const versionId = newId("ver");
  let target = branch;
  return change(transport, id, options, async ({ profileData }) => {
    const done = profileData.versions.find((version) => version.id === versionId);
    if (done) return { result: done };
    const found = findBranch(profileData.branches, target ?? profileData.currentBranchId);
    const { id: branchId, headVersionId } = found;
    target = branchId;
    if (parentVersionId !== void 0) refuseOtherHead(found, parentVersionId, "commit");
    const { workingChanges } = profileData;
    if (!allowEmpty && kinds.every((kind) => workingChanges[kind].length === 0)) {
      throw new PalateError("nothing_to_commit", "no working changes");
    }
    const base = headVersionId === null ? void 0 : await readSnapshot(transport, id, headVersionId, options);
    const snapshot = withChanges(base, workingChanges);
    if (!allowEmpty && canonicalJson(withChanges(base, noChanges)) === canonicalJson(snapshot)) {
      throw new PalateError("nothing_to_commit", "the working changes say what is already committed");
    }
    const result = { id: versionId, branchId, parentVersionId: headVersionId, message, createdAt: now() };
    return {
      result,
      patch: {
        profileData: {
          versions: [{ ...result, snapshot }],
          branches: [{ id: branchId, headVersionId: versionId }],
          workingChanges: noChanges
        }
      }
    };
  });
}
async function createBranch(transport, id, { name, description, from, switchTo = false, ...options }) {
  const branchId = newId("br");
  let origin = from;
  return change(transport, id, options, ({ profileData }) => {
    const done = profileData.branches.find((branch) => branch.id === branchId);
    if (done) return { result: done };
    origin ??= profileData.currentBranchId;
    const start = startOf(profileData, origin);
    const result = { id: branchId, name, ...description !== void 0 && { description }, ...start, createdAt: now() };
    return { result, patch: { profileData: { branches: [result], ...switchTo && { currentBranchId: branchId } } } };
  });
}
function switchBranch(transport, id, branch, options) {
  return change(transport, id, options, ({ profileData }) => {
    const result = findBranch(profileData.branches, branch);
    return { result, patch: { profileData: { currentBranchId: result.id } } };
  });
}
function rollBack(transport, id, { to, branch, expectedHead, message, ...options }) {
  const versionId = newId("ver");
  const headVersionId = message === void 0 ? to : versionId;
  let seen;
  return change(transport, id, options, async ({ profileData }) => {
    const found = findBranch(profileData.branches, seen?.id ?? branch ?? profileData.currentBranchId);
    seen ??= { id: found.id, headVersionId: expectedHead === void 0 ? found.headVersionId : expectedHead };
    const isDone = found.headVersionId === headVersionId && headVersionId !== seen.headVersionId;
    if (isDone || profileData.versions.some((version2) => version2.id === versionId)) return { result: found };
    refuseOtherHead(found, seen.headVersionId, "roll back");
    const snapshot = await readSnapshot(transport, id, to, options);
    const version = { id: versionId, branchId: found.id, parentVersionId: to, snapshot, createdAt: now() };
    const isCurrent = found.id === profileData.currentBranchId;
    return {
      result: { ...found, headVersionId },
      patch: {
        ...isCurrent && { effectiveSnapshot: snapshot },
        profileData: {
          branches: [{ id: found.id, headVersionId }],
          ...message !== void 0 && { versions: [{ ...version, message }] }
        }
      }
    };
  });
}
function refuseOtherHead({ name, headVersionId }, expected, action) {
  if (headVersionId === expected) return;
  throw new PalateError("head_conflict", `${name} is now at ${headVersionId}; review it before you ${action}`);
}
async function change(transport, id, options, decide2) {
  for (let races = 0; races < racesMax; races++) {
    const sent = { params: { id }, query: { snapshots: "omit" } };
    const { profile, etag } = await transport.read("getProfile", sent, options, profileAndEtag);
    const { result, patch } = await decide2(profile);
    if (!patch) return result;
    const headers = { "if-match": etag };
    try {
      await transport.json("updateProfile", { params: { id }, body: patch, headers }, options);
      return result;
    } catch (error) {
      const retriedCodes = ["precondition_failed", "head_conflict", "connection_failed", "timeout"];
      if (!isPalateError(error, ...retriedCodes)) throw error;
    }
  }
  throw new PalateError("conflict", "others keep changing this profile");
}
async function profileAndEtag(response) {
  const etag = response.headers.get("etag");
  if (etag !== null) return { profile: await readJson(response), etag };
  const { status } = response;
  throw new PalateError("unexpected_answer", "no ETag: is there a proxy?", { status });
}
async function readSnapshot(transport, id, versionId, options) {
  const sent = { params: { id, versionId } };
  return (await transport.json("getVersion", sent, options)).snapshot;
}
function withChanges(base, changes) {
  const lists = kinds.map((kind) => {
    const byId2 = new Map((base?.[kind] ?? []).map((element) => [element.id, element]));
    for (const element of changes[kind]) {
      if (element.removed === true) byId2.delete(element.id);
      else byId2.set(element.id, element);
    }
    return [kind, [...byId2.values()]];
  });
  return Object.fromEntries(lists);
}
function startOf({ branches, versions }, from) {
  const version = versions.find(({ id: id2 }) => id2 === from);
  if (version) {
    const hasBranch = branches.some(({ id: id2 }) => id2 === version.branchId);
    return { headVersionId: version.id, ...hasBranch && { parentBranchId: version.branchId } };
  }
  const { id, headVersionId } = findBranch(branches, from);
  return { headVersionId, parentBranchId: id };
}
function findBranch(branches, branch) {
  const found = branches.find(({ id }) => id === branch) ?? branches.find(({ name }) => name === branch);
  if (!found) throw new PalateError("branch_not_found", `no branch ${JSON.stringify(branch)}`);
  return found;
}
function newId(prefix) {
  return `${prefix}_${randomId()}`;
}
function now() {
  return (/* @__PURE__ */ new Date()).toISOString();
}

// packages/client/src/resources/profiles.ts
var Profiles = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** The profiles of the key's projects, newest first. */
  list(query = {}, options) {
    return listOf(this.#transport, "listProfiles", (page) => page.profiles, { query }, options);
  }
  /**
   * Creates a profile with an empty branch `main`, or, with `basedOn`, with the state of another profile.
   *
   * @example
   * const profile = await palate.profiles.create({ projectId: 'studio', name: 'Editorial' })
   */
  create(profile, options) {
    return this.#transport.json("createProfile", { body: profile }, options);
  }
  /** One profile with its branches, versions and effective snapshot. `snapshots: 'omit'` leaves out the large part. */
  get(id, query = {}, options) {
    return this.#transport.json("getProfile", { params: { id }, query }, options);
  }
  /** Sends a PATCH. For commits, branches and roll-backs, prefer the methods below: they handle concurrent changes. */
  update(id, update, options = {}) {
    const headers = { "if-match": options.ifMatch };
    return this.#transport.json("updateProfile", { params: { id }, body: update, headers }, options);
  }
  /**
   * Reads the profile without its snapshots, calls `decide`, and sends the patch only if the profile has not changed. If
   * it has, reads and decides again. Throw to change nothing.
   *
   * @example
   * await palate.profiles.change(profile.id, ({ profileData: { budget } }) => ({
   *   result: budget.labels.total,
   *   patch: { profileData: { budget: { labels: { used: budget.labels.used, total: 200 } } } },
   * }))
   */
  change(id, decide2, options = {}) {
    return change(this.#transport, id, options, decide2);
  }
  /** Deletes the profile with its history. This cannot be undone. */
  delete(id, options) {
    return this.#transport.json("deleteProfile", { params: { id } }, options);
  }
  /**
   * Commits the working changes. If others change the profile in the meantime, commits on top of their changes, or
   * writes nothing and fails with `conflict`.
   *
   * @example
   * await palate.annotations.add(profile.id, { exemplars: [{ url: frame.url, label: 'good' }] })
   * await palate.profiles.commit(profile.id, { message: 'The first ten pictures' })
   */
  commit(id, options) {
    return commit(this.#transport, id, options);
  }
  /** Creates a branch, by default at the head of the current one. */
  branch(id, options) {
    return createBranch(this.#transport, id, options);
  }
  /** Switches to a branch, given its id or name. */
  switch(id, branch, options = {}) {
    return switchBranch(this.#transport, id, branch, options);
  }
  /**
   * Moves a branch's head back to an earlier version. With `message`, the roll-back is recorded as a new commit. If the
   * branch has a commit that you have not seen, writes nothing and fails with `head_conflict`.
   *
   * @example
   * const { profileData } = await palate.profiles.get(profile.id, { snapshots: 'omit' })
   * const main = profileData.branches.find(({ name }) => name === 'main')
   * await palate.profiles.rollback(profile.id, { to: 'ver_…', branch: 'main', expectedHead: main?.headVersionId ?? null })
   */
  rollback(id, options) {
    return rollBack(this.#transport, id, options);
  }
  /** Merges one branch into another. Fails with `merge_conflict` on conflicts that `strategy` does not resolve. */
  merge(id, request2, options) {
    return this.#transport.json("mergeBranches", { params: { id }, body: request2 }, options);
  }
  deleteBranch(id, branchId, options) {
    return this.#transport.json("deleteBranch", { params: { id, branchId } }, options);
  }
  /** The differences between two versions, branches or the `working` changes. */
  diff(id, query, options) {
    return this.#transport.json("diffVersions", { params: { id }, query }, options);
  }
  /**
   * Shows the effect of a change: scores frames in two states of the profile. `to` can be a merge that has not been made.
   * Without `frames`, the service chooses up to twelve. Nothing is recorded.
   *
   * @example
   * const { frames } = await palate.profiles.preview(profile.id, { from: 'main', to: 'working' })
   * for (const { id, from, to } of frames) console.log(id, from?.aesthetics, to.aesthetics)
   */
  preview(id, request2, options) {
    return this.#transport.json("previewProfile", { params: { id }, body: request2 }, options);
  }
  /** The commits of a branch, newest first; without `branchId`, those of all branches. */
  history(id, query = {}, options) {
    return listOf(
      this.#transport,
      "listVersions",
      (page) => page.versions,
      { params: { id }, query },
      options
    );
  }
  /** One version with its snapshot, its author and what it changed. */
  version(id, versionId, options) {
    return this.#transport.json("getVersion", { params: { id, versionId } }, options);
  }
  /** The whole profile as one document, for a backup or another service. */
  export(id, options) {
    return this.#transport.json("exportProfile", { params: { id } }, options);
  }
  /** Creates a profile from an exported document. You may change its `projectId` and `name` first. */
  import(document, options) {
    return this.#transport.json("importProfile", { body: document }, options);
  }
  /** What the model was learned from, what could not be used, and how well it predicts its owner. */
  diagnostics(id, query = {}, options) {
    return this.#transport.json("diagnoseProfile", { params: { id }, query }, options);
  }
  /**
   * The scores at which a picture passes or fails, and how many labelled pictures pass.
   *
   * @example
   * const { pass } = await palate.profiles.threshold(profile.id)
   * await palate.profiles.update(profile.id, { thresholds: { aesthetics: { pass: Math.max(pass, 0.6) } } })
   */
  threshold(id, query = {}, options) {
    return this.#transport.json("getThreshold", { params: { id }, query }, options);
  }
  /** The taste in words and colours, for someone who is about to make something. */
  brief(id, query = {}, options) {
    return this.#transport.json("getBrief", { params: { id }, query: { ...query, format: "json" } }, options);
  }
  /**
   * The brief as Markdown, or, with `format: 'design'`, as a DESIGN.md document.
   *
   * @example
   * const prompt = await palate.profiles.briefText(profile.id)
   */
  briefText(id, query = {}, options) {
    return this.#transport.read("getBrief", { params: { id }, query }, options, (response) => response.text());
  }
  /** The judged pictures that can be shown: the path of a thumbnail for each picture that was read. */
  pictures(id, query = {}, options) {
    return this.#transport.json("listPictures", { params: { id }, query }, options);
  }
  /**
   * Labelled pictures: those most similar to the picture at `url`, or the most typical ones. `frames.thumbnailAt` reads
   * their thumbnails.
   */
  examples(id, request2 = {}, options) {
    return this.#transport.json("findExamples", { params: { id }, body: request2 }, options);
  }
  /**
   * Who has judged in a dimension, how far they agree, and on which attributes they part.
   *
   * @example
   * const { pairs } = await palate.profiles.people(profile.id)
   */
  people(id, query = {}, options) {
    return this.#transport.json("listProfilePeople", { params: { id }, query }, options);
  }
  /**
   * A page of the pictures that people labelled differently, and of frames on which they probably would. With `pictures`,
   * the content hashes of a round of judging, its result.
   */
  disagreements(id, query = {}, options) {
    return this.#transport.json("listDisagreements", { params: { id }, query }, options);
  }
  /** Retries the pictures that could not be read. */
  refresh(id, options) {
    return this.#transport.json("refreshProfile", { params: { id } }, options);
  }
};

// packages/client/src/resources/sessions.ts
var Sessions = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** Signs in with a key or a code. From then on the cookie authenticates. */
  start(credential, options) {
    return this.#transport.json("createSession", { body: credential }, options);
  }
  /** The rights of the session or key. */
  get(options) {
    return this.#transport.json("getSession", {}, options);
  }
  /** The key that the session or client uses. */
  key(options) {
    return this.#transport.json("getSessionKey", {}, options);
  }
  /** Signs out. */
  end(options) {
    return this.#transport.json("deleteSession", {}, options);
  }
  /** How people can sign in. Needs no key. */
  methods(options) {
    return this.#transport.json("getSignInMethods", {}, options);
  }
  /** Starts single sign-on with an invitation. Without one, lead the browser to `/api/session/oidc?to=/page`. */
  startSignOn(invited, options) {
    return this.#transport.json("startInvitedSignOn", { body: invited }, options);
  }
  /** Creates a code that signs in once, within 15 minutes, with the rights of the key. */
  createCode(options) {
    return this.#transport.json("createSessionCode", {}, options);
  }
};

// packages/client/src/resources/shares.ts
var Shares = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /**
   * Shares the overview of a profile or, with `frames`, a scoring result. Only this response contains the link.
   *
   * @example
   * const { url } = await palate.shares.create({ profileId, frames, expiresInDays: 7 })
   */
  create(share, options) {
    return this.#transport.json("createShare", { body: share }, options);
  }
  /** Newest first, including shares that ended within the last 30 days. */
  list(query = {}, options) {
    return listOf(this.#transport, "listShares", (page) => page.shares, { query }, options);
  }
  /** With its pictures and the answers of visitors. */
  get(id, options) {
    return this.#transport.json("getShare", { params: { id } }, options);
  }
  /** The link stops working immediately. */
  revoke(id, options) {
    return this.#transport.json("revokeShare", { params: { id } }, options);
  }
};

// packages/client/src/resources/webhooks.ts
var Webhooks = class {
  #transport;
  constructor(transport) {
    this.#transport = transport;
  }
  /** Creates a webhook. Only this response contains its `secret`, which `verifyWebhook` needs. */
  create(webhook, options) {
    return this.#transport.json("createWebhook", { body: webhook }, options);
  }
  list(query = {}, options) {
    return listOf(this.#transport, "listWebhooks", (page) => page.webhooks, { query }, options);
  }
  get(id, options) {
    return this.#transport.json("getWebhook", { params: { id } }, options);
  }
  update(id, update, options) {
    return this.#transport.json("updateWebhook", { params: { id }, body: update }, options);
  }
  delete(id, options) {
    return this.#transport.json("deleteWebhook", { params: { id } }, options);
  }
  /** Creates a new secret; the old one keeps signing for `overlapSeconds`. */
  rotateSecret(id, rotation = {}, options) {
    return this.#transport.json("rotateWebhookSecret", { params: { id }, body: rotation }, options);
  }
  /** Sends a `webhook.test` event. */
  test(id, options) {
    return this.#transport.json("testWebhook", { params: { id } }, options);
  }
  /** The deliveries of a webhook, newest first. */
  deliveries(id, query = {}, options) {
    return listOf(
      this.#transport,
      "listDeliveries",
      (page) => page.deliveries,
      { params: { id }, query },
      options
    );
  }
  /** Resends the deliveries of a webhook since a time, both delivered and dead. */
  replayDeliveries(id, filter, options) {
    return this.#transport.json("replayDeliveries", { params: { id }, body: filter }, options);
  }
  /** One delivery with its event and every attempt. */
  delivery(id, options) {
    return this.#transport.json("getDelivery", { params: { id } }, options);
  }
  /** Sends a delivery again. */
  replay(deliveryId, options) {
    return this.#transport.json("replayDelivery", { params: { id: deliveryId } }, options);
  }
  /** Abandoned deliveries. */
  deadLetters(query = {}, options) {
    return listOf(this.#transport, "listDeadLetters", (page) => page.deadLetters, { query }, options);
  }
  /** Resends one dead letter. */
  replayDeadLetter(id, options) {
    return this.#transport.json("replayDeadLetter", { params: { id } }, options);
  }
  /** Resends all dead letters that match a filter. */
  replayDeadLetters(filter, options) {
    return this.#transport.json("replayDeadLetters", { body: filter }, options);
  }
  deleteDeadLetter(id, options) {
    return this.#transport.json("deleteDeadLetter", { params: { id } }, options);
  }
};

// packages/core/src/audit/audit-routes.ts
var auditRoutes = {
  listAudit: { method: "GET", path: "/v1/audit", tag: "Audit", access: "key", scopes: ["admin"], status: 200 }
};

// packages/core/src/batches/batch-routes.ts
var batchRoutes = {
  submitBatch: {
    method: "POST",
    path: "/v1/score/batch",
    tag: "Scoring",
    access: "key",
    scopes: ["score"],
    body: { kind: "json", bytesMax: largeBodyBytesMax, acceptsForm: true },
    status: 200,
    mediaType: "application/x-ndjson",
    alternatives: [
      { status: 200, mediaType: "text/event-stream" },
      { status: 202, mediaType: "application/json" }
    ],
    offload: { profile: "/body/profile_id", respondsOnMain: true }
  },
  listBatches: {
    method: "GET",
    path: "/v1/score/batch",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score"],
    status: 200
  },
  getBatch: {
    method: "GET",
    path: "/v1/score/batch/:batchId",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score"],
    status: 200
  },
  streamBatchResults: {
    method: "GET",
    path: "/v1/score/batch/:batchId/results",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score"],
    status: 200,
    mediaType: "application/x-ndjson",
    alternatives: [{ status: 200, mediaType: "text/event-stream" }]
  },
  cancelBatch: {
    method: "POST",
    path: "/v1/score/batch/:batchId/cancel",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["score"],
    status: 200
  }
};

// packages/core/src/boards/board-routes.ts
var boardRoutes = {
  createBoard: {
    method: "POST",
    path: "/v1/boards",
    tag: "Boards",
    access: "key",
    scopes: ["write"],
    body: { kind: "json" },
    status: 201
  },
  listBoards: {
    method: "GET",
    path: "/v1/boards",
    tag: "Boards",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  getBoard: {
    method: "GET",
    path: "/v1/boards/:id",
    tag: "Boards",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  updateBoard: {
    method: "PATCH",
    path: "/v1/boards/:id",
    tag: "Boards",
    access: "key",
    scopes: ["write"],
    body: { kind: "json" },
    status: 200
  },
  deleteBoard: {
    method: "DELETE",
    path: "/v1/boards/:id",
    tag: "Boards",
    access: "key",
    scopes: ["write"],
    status: 200
  }
};

// packages/core/src/frames/frame-routes.ts
var frameRoutes = {
  uploadFrame: {
    method: "POST",
    path: "/api/frames/upload",
    tag: "Frames",
    isRepeatable: true,
    access: "key",
    scopes: ["teach", "write"],
    body: { kind: "upload", mediaTypes: ["image/*", "multipart/form-data"], bytesMax: uploadBodyBytesMax },
    status: 201,
    alternatives: [{ status: 200, mediaType: "application/json" }]
  },
  listFrames: {
    method: "GET",
    path: "/api/frames",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  updateFrames: {
    method: "PATCH",
    path: "/api/frames",
    tag: "Frames",
    isRepeatable: true,
    access: "key",
    scopes: ["write"],
    body: { kind: "json" },
    status: 200
  },
  getFrame: {
    method: "GET",
    path: "/api/frames/:id",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    mediaType: "image/jpeg",
    alternatives: [
      { status: 200, mediaType: "image/png" },
      { status: 200, mediaType: "image/webp" },
      { status: 200, mediaType: "image/gif" },
      { status: 200, mediaType: "image/avif" },
      { status: 304 }
    ]
  },
  getFrameThumbnail: {
    method: "GET",
    path: "/api/frames/:id/thumbnail",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    mediaType: "image/webp",
    alternatives: [{ status: 304 }]
  },
  deleteFrame: { method: "DELETE", path: "/api/frames", tag: "Frames", access: "key", scopes: ["write"], status: 200 },
  listSimilarFrames: {
    method: "GET",
    path: "/v1/frames/similar",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  listFrameStacks: {
    method: "GET",
    path: "/v1/frames/stacks",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  listPictures: {
    method: "GET",
    path: "/v1/profiles/:id/pictures",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  listRecentFrames: {
    method: "GET",
    path: "/v1/frames/recent",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  getThumbnail: {
    method: "GET",
    path: "/v1/thumbnails/:contentHash",
    tag: "Frames",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    mediaType: "image/webp",
    alternatives: [{ status: 304 }]
  }
};

// packages/core/src/keys/key-routes.ts
var keyRoutes = {
  createKey: {
    method: "POST",
    path: "/api/api-keys",
    tag: "API keys",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 201
  },
  listKeys: { method: "GET", path: "/api/api-keys", tag: "API keys", access: "key", scopes: ["admin"], status: 200 },
  revokeKey: {
    method: "DELETE",
    path: "/api/api-keys",
    tag: "API keys",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  rotateKey: {
    method: "POST",
    path: "/api/api-keys/rotate",
    tag: "API keys",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json", optional: true },
    status: 201
  },
  getKeyUsage: {
    method: "GET",
    path: "/api/api-keys/usage",
    tag: "API keys",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  listProjects: { method: "GET", path: "/api/projects", tag: "Projects", access: "key", scopes: ["read"], status: 200 }
};

// packages/core/src/logins/login-routes.ts
var loginRoutes = {
  createLogin: {
    method: "POST",
    path: "/api/logins",
    tag: "Session",
    access: "open",
    isCountedAsFailure: true,
    body: { kind: "json" },
    status: 201
  },
  getLogin: {
    method: "GET",
    path: "/api/logins/:userCode",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    isGuessable: true,
    status: 200
  },
  decideLogin: {
    method: "POST",
    path: "/api/logins/:userCode",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    isGuessable: true,
    body: { kind: "json" },
    status: 200
  },
  collectLogin: {
    method: "POST",
    path: "/api/logins/token",
    tag: "Session",
    access: "open",
    isSignIn: true,
    body: { kind: "json" },
    status: 201,
    alternatives: [{ status: 202 }]
  }
};

// packages/core/src/people/people-routes.ts
var peopleRoutes = {
  listPeople: {
    method: "GET",
    path: "/api/people",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    isOpenToPeople: true,
    status: 200
  },
  createPerson: {
    method: "POST",
    path: "/api/people",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 201
  },
  getPerson: {
    method: "GET",
    path: "/api/people/:id",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    isOpenToPeople: true,
    status: 200
  },
  updatePerson: {
    method: "PATCH",
    path: "/api/people/:id",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    isOpenToPeople: true,
    body: { kind: "json" },
    status: 200
  },
  removePerson: {
    method: "DELETE",
    path: "/api/people/:id",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  invitePerson: {
    method: "POST",
    path: "/api/people/:id/invitations",
    tag: "People",
    access: "key",
    scopes: ["admin"],
    status: 201
  }
};

// packages/core/src/profile/annotations/annotation-routes.ts
var annotationRoutes = {
  addAnnotations: {
    method: "POST",
    path: "/v1/profiles/:id/annotations",
    tag: "Teaching",
    access: "key",
    scopes: ["teach", "write"],
    body: { kind: "json" },
    status: 201,
    offload: { profile: "/params/id" }
  },
  createAsk: {
    method: "POST",
    path: "/v1/profiles/:id/asks",
    tag: "Teaching",
    access: "key",
    scopes: ["teach", "write"],
    body: { kind: "json" },
    status: 201,
    offload: { profile: "/params/id" }
  },
  getAsk: {
    method: "GET",
    path: "/v1/profiles/:id/asks/:askId",
    tag: "Teaching",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  removeAnnotation: {
    method: "DELETE",
    path: "/v1/profiles/:id/annotations/:elementId",
    tag: "Teaching",
    access: "key",
    scopes: ["teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  discardAnnotations: {
    method: "DELETE",
    path: "/v1/profiles/:id/annotations",
    tag: "Teaching",
    access: "key",
    scopes: ["teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  restoreDiscard: {
    method: "POST",
    path: "/v1/profiles/:id/discards/:discardId/restore",
    tag: "Teaching",
    access: "key",
    scopes: ["teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  }
};

// packages/core/src/profile/history/history-routes.ts
var historyRoutes = {
  listVersions: {
    method: "GET",
    path: "/v1/profiles/:id/versions",
    tag: "History",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  getVersion: {
    method: "GET",
    path: "/v1/profiles/:id/versions/:versionId",
    tag: "History",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  diffVersions: {
    method: "GET",
    path: "/v1/profiles/:id/diff",
    tag: "History",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  mergeBranches: {
    method: "POST",
    path: "/v1/profiles/:id/merge",
    tag: "History",
    access: "key",
    scopes: ["write"],
    body: { kind: "json" },
    status: 200,
    offload: { profile: "/params/id" }
  },
  deleteBranch: {
    method: "DELETE",
    path: "/v1/profiles/:id/branches/:branchId",
    tag: "History",
    access: "key",
    scopes: ["write"],
    status: 200,
    offload: { profile: "/params/id" }
  }
};

// packages/core/src/profile/profile-routes.ts
var profileRoutes = {
  listProfiles: {
    method: "GET",
    path: "/v1/profiles",
    tag: "Profiles",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200
  },
  createProfile: {
    method: "POST",
    path: "/v1/profiles",
    tag: "Profiles",
    access: "key",
    scopes: ["write"],
    body: { kind: "json" },
    status: 201,
    offload: { profile: "/body/basedOn" }
  },
  getProfile: {
    method: "GET",
    path: "/v1/profiles/:id",
    tag: "Profiles",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    alternatives: [{ status: 304 }],
    offload: { profile: "/params/id" }
  },
  updateProfile: {
    method: "PATCH",
    path: "/v1/profiles/:id",
    tag: "Profiles",
    access: "key",
    scopes: ["write"],
    body: { kind: "json", bytesMax: largeBodyBytesMax },
    status: 200,
    offload: { profile: "/params/id" }
  },
  deleteProfile: {
    method: "DELETE",
    path: "/v1/profiles/:id",
    tag: "Profiles",
    access: "key",
    scopes: ["write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  exportProfile: {
    method: "GET",
    path: "/v1/profiles/:id/export",
    tag: "Profiles",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id" }
  },
  importProfile: {
    method: "POST",
    path: "/v1/profiles/import",
    tag: "Profiles",
    access: "key",
    scopes: ["write"],
    body: { kind: "json", bytesMax: largeBodyBytesMax },
    status: 201,
    offload: {}
  }
};

// packages/core/src/service/service-routes.ts
var serviceRoutes = {
  health: { method: "GET", path: "/healthz", tag: "Service", access: "open", isProbe: true, status: 200 },
  readiness: { method: "GET", path: "/readyz", tag: "Service", access: "open", isProbe: true, status: 200 },
  getStatus: { method: "GET", path: "/api/status", tag: "Service", access: "key", scopes: ["read"], status: 200 },
  apiDescription: { method: "GET", path: "/openapi.json", tag: "Service", access: "open", status: 200 },
  apiPage: {
    method: "GET",
    path: "/docs",
    tag: "Service",
    access: "open",
    status: 200,
    mediaType: "text/html; charset=utf-8"
  },
  callMcp: {
    method: "POST",
    path: "/mcp",
    tag: "Service",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    body: { kind: "json", bytesMax: mcpBodyBytesMax, advice: "upload pictures with POST /api/frames/upload" },
    status: 200,
    alternatives: [{ status: 202 }]
  }
};

// packages/core/src/sessions/session-routes.ts
var sessionRoutes = {
  createSession: {
    method: "POST",
    path: "/api/session",
    tag: "Session",
    access: "open",
    isSignIn: true,
    body: { kind: "json" },
    status: 200
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    status: 200
  },
  getSessionKey: {
    method: "GET",
    path: "/api/session/key",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    status: 200
  },
  deleteSession: {
    method: "DELETE",
    path: "/api/session",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    status: 200
  },
  createSessionCode: {
    method: "POST",
    path: "/api/session/codes",
    tag: "Session",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    status: 201
  },
  getSignInMethods: {
    method: "GET",
    path: "/api/session/methods",
    tag: "Session",
    access: "open",
    status: 200
  },
  startSignOn: {
    method: "GET",
    path: "/api/session/oidc",
    tag: "Session",
    access: "open",
    isCountedAsFailure: true,
    isNavigation: true,
    status: 302,
    mediaType: "text/html"
  },
  startInvitedSignOn: {
    method: "POST",
    path: "/api/session/oidc",
    tag: "Session",
    access: "open",
    isSignIn: true,
    body: { kind: "json" },
    status: 200
  },
  finishSignOn: {
    method: "GET",
    path: "/api/session/oidc/callback",
    tag: "Session",
    access: "open",
    isCountedAsFailure: true,
    isNavigation: true,
    status: 302,
    mediaType: "text/html"
  }
};

// packages/core/src/shares/share-routes.ts
var reviewBytesMax = 16 * 1024;
var shareRoutes = {
  createShare: {
    method: "POST",
    path: "/v1/shares",
    tag: "Shares",
    access: "key",
    scopes: ["write"],
    body: { kind: "json", bytesMax: largeBodyBytesMax },
    status: 201
  },
  listShares: {
    method: "GET",
    path: "/v1/shares",
    tag: "Shares",
    access: "key",
    scopes: ["read", "write"],
    status: 200
  },
  getShare: {
    method: "GET",
    path: "/v1/shares/:id",
    tag: "Shares",
    access: "key",
    scopes: ["read", "write"],
    status: 200
  },
  revokeShare: {
    method: "DELETE",
    path: "/v1/shares/:id",
    tag: "Shares",
    access: "key",
    scopes: ["write"],
    status: 200
  },
  openShare: {
    method: "GET",
    path: "/share/:token",
    tag: "Shares",
    access: "open",
    status: 200,
    mediaType: "text/html",
    alternatives: [
      { status: 404, mediaType: "text/html" },
      { status: 410, mediaType: "text/html" }
    ]
  },
  answerShare: {
    method: "POST",
    path: "/share/:token",
    tag: "Shares",
    access: "open",
    body: { kind: "stream", mediaTypes: ["application/x-www-form-urlencoded"], bytesMax: bodyBytesMax },
    status: 303,
    mediaType: "text/html",
    alternatives: [
      { status: 400, mediaType: "text/html" },
      { status: 404, mediaType: "text/html" },
      { status: 410, mediaType: "text/html" },
      { status: 422, mediaType: "text/html" },
      { status: 429, mediaType: "text/html" }
    ]
  },
  reviewShare: {
    method: "POST",
    path: "/share/:token/reviews",
    tag: "Shares",
    access: "open",
    isRepeatable: true,
    body: { kind: "json", bytesMax: reviewBytesMax },
    status: 200
  },
  getShareAsset: {
    method: "GET",
    path: "/share/assets/:name",
    tag: "Shares",
    access: "open",
    status: 200,
    mediaType: "text/javascript",
    alternatives: [{ status: 200, mediaType: "image/svg+xml" }]
  },
  getSharedPicture: {
    method: "GET",
    path: "/share/:token/pictures/:number",
    tag: "Shares",
    access: "open",
    status: 200,
    mediaType: "image/webp",
    alternatives: [{ status: 304 }]
  }
};

// packages/core/src/taste/scoring-routes.ts
var scoringRoutes = {
  scoreFrames: {
    method: "POST",
    path: "/v1/score",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["score"],
    body: { kind: "json", bytesMax: largeBodyBytesMax, acceptsForm: true },
    status: 200,
    alternatives: [{ status: 200, mediaType: "application/x-ndjson" }]
  },
  rewardFrames: {
    method: "POST",
    path: "/v1/reward",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["score"],
    body: { kind: "json", bytesMax: largeBodyBytesMax, acceptsForm: true },
    status: 200
  },
  listDimensions: {
    method: "GET",
    path: "/v1/dimensions",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score", "teach", "write", "admin"],
    status: 200,
    offload: { profile: "/query/profile_id" }
  },
  diagnoseProfile: {
    method: "GET",
    path: "/v1/profiles/:id/diagnostics",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  getThreshold: {
    method: "GET",
    path: "/v1/profiles/:id/threshold",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score", "write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  getBrief: {
    method: "GET",
    path: "/v1/profiles/:id/brief",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "score", "teach", "write"],
    status: 200,
    alternatives: [{ status: 200, mediaType: "text/markdown" }, { status: 304 }],
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  findExamples: {
    method: "POST",
    path: "/v1/profiles/:id/examples",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["read", "teach", "write"],
    body: { kind: "json", bytesMax: largeBodyBytesMax, optional: true },
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  suggestJudgements: {
    method: "GET",
    path: "/v1/profiles/:id/suggestions",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "teach", "write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  listProfilePeople: {
    method: "GET",
    path: "/v1/profiles/:id/people",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  listDisagreements: {
    method: "GET",
    path: "/v1/profiles/:id/disagreements",
    tag: "Scoring",
    access: "key",
    scopes: ["read", "write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  },
  previewProfile: {
    method: "POST",
    path: "/v1/profiles/:id/preview",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["score", "write"],
    body: { kind: "json", bytesMax: largeBodyBytesMax },
    status: 200,
    offload: { profile: "/params/id", onlyWith: "/body/to/merge" }
  },
  refreshProfile: {
    method: "POST",
    path: "/v1/profiles/:id/refresh",
    tag: "Scoring",
    isRepeatable: true,
    access: "key",
    scopes: ["write"],
    status: 200,
    offload: { profile: "/params/id", mayWaitLong: true }
  }
};

// packages/core/src/webhooks/webhook-routes.ts
var webhookRoutes = {
  createWebhook: {
    method: "POST",
    path: "/v1/webhooks",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 201
  },
  listWebhooks: { method: "GET", path: "/v1/webhooks", tag: "Webhooks", access: "key", scopes: ["admin"], status: 200 },
  getWebhook: {
    method: "GET",
    path: "/v1/webhooks/:id",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  updateWebhook: {
    method: "PATCH",
    path: "/v1/webhooks/:id",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 200
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/v1/webhooks/:id",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/webhooks/:id/rotate-secret",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json", optional: true },
    status: 200
  },
  testWebhook: {
    method: "POST",
    path: "/v1/webhooks/:id/test",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 202
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/webhooks/:id/deliveries",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  replayDeliveries: {
    method: "POST",
    path: "/v1/webhooks/:id/deliveries/replay",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 202
  },
  getDelivery: {
    method: "GET",
    path: "/v1/webhooks/deliveries/:id",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  replayDelivery: {
    method: "POST",
    path: "/v1/webhooks/deliveries/:id/replay",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 202
  },
  listDeadLetters: {
    method: "GET",
    path: "/v1/webhooks/dead-letters",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  replayDeadLetters: {
    method: "POST",
    path: "/v1/webhooks/dead-letters/replay",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 202
  },
  replayDeadLetter: {
    method: "POST",
    path: "/v1/webhooks/dead-letters/:id/replay",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 202
  },
  deleteDeadLetter: {
    method: "DELETE",
    path: "/v1/webhooks/dead-letters/:id",
    tag: "Webhooks",
    access: "key",
    scopes: ["admin"],
    status: 200
  },
  listEvents: {
    method: "GET",
    path: "/v1/events",
    tag: "Events",
    access: "key",
    scopes: ["read"],
    status: 200,
    alternatives: [{ status: 200, mediaType: "text/event-stream" }]
  },
  listEventTypes: {
    method: "GET",
    path: "/v1/event-types",
    tag: "Events",
    access: "key",
    scopes: ["read"],
    status: 200
  },
  createAlert: {
    method: "POST",
    path: "/v1/alerts",
    tag: "Events",
    access: "key",
    scopes: ["admin"],
    body: { kind: "json" },
    status: 201
  },
  listAlerts: { method: "GET", path: "/v1/alerts", tag: "Events", access: "key", scopes: ["admin"], status: 200 },
  deleteAlert: {
    method: "DELETE",
    path: "/v1/alerts/:id",
    tag: "Events",
    access: "key",
    scopes: ["admin"],
    status: 200
  }
};

// packages/core/src/routes.ts
var routes = {
  ...profileRoutes,
  ...historyRoutes,
  ...annotationRoutes,
  ...scoringRoutes,
  ...batchRoutes,
  ...frameRoutes,
  ...boardRoutes,
  ...shareRoutes,
  ...webhookRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...sessionRoutes,
  ...loginRoutes,
  ...serviceRoutes
};

// packages/client/src/transport/transport.ts
function createTransport(settings2) {
  const url = usableUrl(settings2);
  const send = settings2.fetch ?? fetch;
  async function withResponse(operation, sent, options, read) {
    const route = routes[operation];
    const request2 = requestOf(route, sent, { ...settings2, ...options });
    const address = url + pathOf(route.path, sent);
    const retries = options.retries ?? settings2.retries ?? 2;
    for (let attempt2 = 0; ; attempt2++) {
      const outcome = await once(address, request2, options, read);
      if ("result" in outcome) return outcome.result;
      const { error, retryAfter } = outcome;
      const isLast = attempt2 >= retries || !isWorthRetrying(error, request2, route);
      if (isLast || options.signal?.aborted) throw error;
      await pauseMs(retryPauseMs(attempt2, retryAfter), options.signal);
    }
  }
  async function once(address, request2, options, read) {
    const timeoutMs = options.timeoutMs ?? settings2.timeoutMs ?? 6e4;
    const controller = new AbortController();
    const abort = () => controller.abort(options.signal?.reason);
    options.signal?.throwIfAborted();
    options.signal?.addEventListener("abort", abort);
    const timer = setTimeout(() => {
      controller.abort(new PalateError("timeout", `no response from ${url} within ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      const response = await send(address, { ...request2, signal: controller.signal });
      if (response.ok) return { result: await read(response) };
      const isKeyless = !settings2.session && !("authorization" in request2.headers);
      return { error: await errorOf(response, isKeyless), retryAfter: response.headers.get("retry-after") };
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (cause instanceof PalateError) return { error: cause };
      const { reason } = controller.signal;
      if (reason instanceof PalateError) return { error: reason };
      return { error: new PalateError("connection_failed", `no response from ${url}: ${reasonOf(cause)}`, { cause }) };
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
    }
  }
  return {
    url,
    readPicture: settings2.readPicture,
    silenceMs: settings2.silenceMs ?? 6e4,
    json: (operation, sent = {}, options = {}) => withResponse(operation, sent, options, readJson),
    read: (operation, sent, options = {}, read) => withResponse(operation, sent, options, read),
    open: (operation, mediaType, sent = {}, options = {}) => {
      const accepting = { ...sent, headers: { accept: mediaType, ...sent.headers } };
      return withResponse(operation, accepting, options, (response) => requireMediaType(response, mediaType));
    }
  };
}
var defaultUrl2 = "http://127.0.0.1:8080";
function usableUrl({ url = defaultUrl2, fetch: own }) {
  const isUsable = /^(?:\/|$)/.test(url) ? own || "location" in globalThis : /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(url);
  if (isUsable) return url.replace(/\/+$/, "");
  throw new PalateError("invalid_argument", `url must be like ${defaultUrl2}, not ${url}`);
}
function isWorthRetrying({ code, status }, request2, route) {
  if (request2.body instanceof ReadableStream) return false;
  if (status === 429 || status === 503) return true;
  const isUnknown = code === "connection_failed" || code === "timeout" || status === 502 || status === 504;
  return isUnknown && (route.method === "GET" || route.isRepeatable || "idempotency-key" in request2.headers);
}
function reasonOf(cause) {
  const { message, cause: inner } = cause;
  return inner instanceof Error && inner.message !== "" ? inner.message : message;
}

// packages/client/src/palate.ts
var Palate = class {
  #transport;
  constructor(options = {}) {
    const transport = createTransport(options);
    this.#transport = transport;
    this.profiles = new Profiles(transport);
    this.annotations = new Annotations(transport);
    this.asks = new Asks(transport);
    this.frames = new Frames(transport);
    this.batches = new Batches(transport);
    this.keys = new Keys(transport);
    this.webhooks = new Webhooks(transport);
    this.events = new Events(transport);
    this.alerts = new Alerts(transport);
    this.boards = new Boards(transport);
    this.shares = new Shares(transport);
    this.people = new People(transport);
    this.session = new Sessions(transport);
    this.logins = new Logins(transport);
  }
  /**
   * Scores frames in one request. For more than a few hundred, use `scoreBatch`. Each score is a number, or null if the
   * frame has an `error`. A frame has an id and a `url`, or it is a picture: a path (in Node), a Blob or bytes, of up to
   * 10 MiB, and all of them together up to 31 MiB.
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'] })
   * for (const { frame_id, aesthetics } of scores) if (aesthetics !== null && aesthetics > 0.5) console.log(frame_id)
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames: ['pictures/a.jpg'], dimensions: ['aesthetics'] })
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], explain: true })
   * for (const { text, effect } of scores[0]?.details?.aesthetics?.reasons ?? []) console.log(effect, text)
   *
   * @example
   * const { scores } = await palate.score({ profile_id, frames, dimensions: ['aesthetics'], verdict: true })
   * for (const { frame_id, verdict } of scores) console.log(frame_id, verdict?.aesthetics?.decision)
   */
  async score(request2, options) {
    const body = await scoringBody(this.#transport, request2, options);
    return this.#transport.json("scoreFrames", { body }, options);
  }
  /**
   * Scores up to 10,000 frames, and yields each result as it completes. After a lost connection or a restart of the
   * service, it continues after the last result. Nothing is submitted before you read the first line. Its frames
   * may be pictures, as those of `score`. The service continues with the batch if you stop reading: `batches.cancel`
   * ends it.
   *
   * @example
   * for await (const line of palate.scoreBatch({ profile_id, frames, dimensions: ['aesthetics'] })) {
   *   if (line.type === 'score') console.log(line.frame_id, line.aesthetics)
   *   if (line.type === 'error') console.warn(line.frame_id, line.error.message)
   * }
   */
  scoreBatch(request2, options) {
    return submitBatch(this.#transport, request2, options);
  }
  /**
   * Rewards for a training loop: the score in log odds, less what is uncertain and unlike everything judged. Within a
   * `group` rewards are centred. Its frames may be pictures, as those of `score`.
   */
  async reward(request2, options) {
    const body = await scoringBody(this.#transport, request2, options);
    return this.#transport.json("rewardFrames", { body }, options);
  }
  /** What to ask the profile's owner next, most useful first. */
  suggestions(profileId, query = {}, options) {
    return this.#transport.json("suggestJudgements", { params: { id: profileId }, query }, options);
  }
  /** The dimensions that can be scored, including those of a profile if `query` names one. */
  dimensions(query = {}, options) {
    return this.#transport.json("listDimensions", { query }, options);
  }
  /** The status of the service: version, store and queued work. */
  status(options) {
    return this.#transport.json("getStatus", {}, options);
  }
  /** What was done in the account, newest first. */
  audit(query = {}, options) {
    return listOf(this.#transport, "listAudit", (page) => page.entries, { query }, options);
  }
  /** The projects of the account. */
  projects(options) {
    return this.#transport.json("listProjects", {}, options);
  }
};

// packages/client/src/node.ts
var Palate2 = class extends Palate {
  constructor(options = {}) {
    super({ readPicture, ...options, ...fromEnvironment(options) });
  }
};
function fromEnvironment({ url, apiKey, session }) {
  if (url !== void 0 || session) return {};
  const { PALATE_URL, PALATE_API_KEY } = env;
  const key = apiKey || PALATE_API_KEY;
  return { ...PALATE_URL && { url: PALATE_URL }, ...key && { apiKey: key } };
}
var readPicture = async (picture, signal) => {
  if (Symbol.asyncIterator in Object(picture)) {
    return untilAborted(collect(picture), signal);
  }
  const path = pathOf2(picture);
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  refuseTooLarge(found.size);
  return fileOf(await readFile(path), basename(path));
};
function pathOf2(picture) {
  if (typeof picture !== "string" && !(picture instanceof URL)) return refuse(picture);
  const scheme2 = /^([a-z][a-z\d+.-]+):/i.exec(String(picture))?.[1]?.toLowerCase();
  if (scheme2 === void 0) return String(picture);
  return scheme2 === "file" ? fileURLToPath(picture) : refuse(picture);
}
async function collect(stream) {
  const chunks = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error(`the stream contains a ${typeof chunk} instead of bytes`);
    length += chunk.length;
    refuseTooLarge(length);
    chunks.push(chunk);
  }
  return fileOf(Buffer2.concat(chunks), typeof stream.path === "string" ? basename(stream.path) : void 0);
}
function untilAborted(work, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}

// packages/core/src/keys/format.ts
var checksumLength = 6;
var alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
function isWellFormedKey(text) {
  if (!/^plt_[0-9A-Za-z]{38}$/.test(text)) return false;
  return text.endsWith(checksum(text.slice(0, -checksumLength)));
}
function checksum(text) {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = (alphabet[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
function crc32(text) {
  let crc = 4294967295;
  for (let i = 0; i < text.length; i++) crc = (crcTable[(crc ^ text.charCodeAt(i)) & 255] ?? 0) ^ crc >>> 8;
  return (crc ^ 4294967295) >>> 0;
}
var crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 3988292384 ^ value >>> 1 : value >>> 1;
  return value >>> 0;
});

// packages/cli/src/api/connection/access.ts
var NotSignedIn = class extends CommandError {
  constructor(message = "not signed in: run `palate login`, or set PALATE_API_KEY") {
    super(message);
  }
};
function namedAddress({ option, variables, file, logins }) {
  if (option !== void 0) return { url: addressOf(option, "--url"), by: "option" };
  if (variables.url) return { url: addressOf(variables.url, "PALATE_URL"), by: "variable" };
  const usual = logins[0]?.url ?? defaultUrl;
  const url = file ? addressOf(file.url, file.path) : usual;
  return { url, by: url === usual ? "default" : "file" };
}

// packages/cli/src/api/connection/logins.ts
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
function settingsPath(env2 = process.env) {
  return join(env2.XDG_CONFIG_HOME || join(homedir(), ".config"), "palate", "config.json");
}
function readLogins() {
  const { url = defaultUrl, apiKey, others } = readJson2(settingsPath()) ?? {};
  const all = [{ url, ...apiKey !== void 0 && { apiKey } }, ...[others ?? []].flat()];
  return all.flatMap((login) => {
    const isWhole = typeof login?.url === "string" && typeof login.apiKey === "string";
    return isWhole ? { url: addressOf(login.url, settingsPath()), apiKey: login.apiKey } : [];
  });
}
function readJson2(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return void 0;
    throw new CommandError(`cannot read ${path}: ${error.message}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON: correct it, or delete it`);
  }
}

// packages/cli/src/api/connection/project-file.ts
import { dirname as dirname2, join as join2, relative } from "node:path";
var projectFileName = "palate.json";
function findProjectFile(from = process.cwd()) {
  for (let folder = from; ; folder = dirname2(folder)) {
    const path = join2(folder, projectFileName);
    const found = readJson2(path);
    if (found === null || found && (typeof found !== "object" || Array.isArray(found))) {
      throw new UsageError(`${relative(from, path)} is not an object with a profileId: correct it, or delete it`);
    }
    if (found) return { ...found, path: relative(from, path) };
    if (dirname2(folder) === folder) return void 0;
  }
}
function wantedState({
  profile,
  branch,
  versionId
}) {
  if (branch !== void 0) return { branch };
  if (versionId !== void 0) return { versionId };
  const file = profile === void 0 ? findProjectFile() : void 0;
  if (file?.branch === void 0 && file?.version === void 0) return {};
  const pinned = file.branch ?? file.version;
  if (file.branch !== void 0 && file.version !== void 0) {
    throw new UsageError(`${file.path} names a branch and a version: keep one of them`);
  }
  if (typeof pinned !== "string" || pinned === "") {
    throw new UsageError(`${file.path}: branch and version are texts, such as "main"`);
  }
  return file.branch === void 0 ? { versionId: pinned } : { branch: pinned };
}

// packages/cli/src/api/connection/client.ts
function clientOf({ url, apiKey }) {
  if (!isWellFormedKey(apiKey)) {
    throw new UsageError("the key is malformed: copy all of it again (plt_ and 38 letters and digits)");
  }
  return new Palate2({ url, apiKey });
}
function serviceUrl(url) {
  return namedAddress(readSources(url)).url;
}
function readSources(option) {
  const { PALATE_URL: url, PALATE_API_KEY: apiKey } = process.env;
  const found = findProjectFile();
  const file = found?.url === void 0 ? void 0 : { path: found.path, url: String(found.url) };
  return { option, variables: { url, apiKey }, file, logins: readLogins() };
}
async function findProfileId(palate, { profile }) {
  if (profile === void 0) {
    const file = findProjectFile();
    if (typeof file?.profileId === "string") return file.profileId;
    const reason = file ? `${file.path} names no profile` : "no profile";
    throw new UsageError(`${reason}: run \`palate init\` in this folder, or name one with --profile`);
  }
  return isId("prof", profile) ? profile : (await findProfile(palate, profile)).id;
}
async function findProfile(palate, wanted, projectId, advice = "`palate profiles` lists them") {
  const found = [];
  for await (const one of palate.profiles.list(projectId === void 0 ? {} : { projectId })) {
    if (one.id === wanted) return one;
    if (one.name === wanted) found.push(one);
  }
  const [only, ...others] = found;
  if (!only) throw new CommandError(`there is no profile ${JSON.stringify(wanted)}: ${advice}`);
  if (others.length === 0) return only;
  const ids = found.map(({ id, projectId: project }) => `${id} (in ${project})`).join(", ");
  throw new CommandError(`several profiles are named ${JSON.stringify(wanted)}; use an id: ${ids}`);
}

// packages/cli/src/api/score/assess-pictures.ts
import { createHash as createHash2 } from "node:crypto";
import { basename as basename4 } from "node:path";

// packages/core/src/profile/checked-picture.ts
function checkPath({ profileId, ...members }) {
  const query = Object.entries(members).filter((entry) => entry[1] !== void 0).map(([name, value]) => `${name}=${inLink(value)}`);
  return `/profiles/${profileId}/teach/check?${query.join("&")}`;
}
function inLink(text) {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/['()*!]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

// packages/cli/src/api/score/gate/baseline.ts
import { readFileSync as readFileSync5, statSync as statSync4 } from "node:fs";
import { isAbsolute as isAbsolute2, join as join5, normalize, sep as sep3 } from "node:path";

// packages/cli/src/terminal/text.ts
var import_picocolors = __toESM(require_picocolors(), 1);
var gap = 2;
var clippedWidthMin = 6;
function table(given, clipped = [], widthMax = process.stdout.columns || Number.POSITIVE_INFINITY) {
  const all = given.map((row) => row.map((cell) => printable(cell)));
  const natural = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  const widths = fitted(natural, clipped, widthMax);
  const rows = all.map((row) => row.map((cell, i) => clipped.includes(i) ? clip(cell, widths[i] ?? 0) : cell));
  const lines = rows.map(
    (row) => row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell))).join(" ".repeat(gap))
  );
  return lines.map((line2) => line2.trimEnd());
}
function fitted(natural, clipped, widthMax) {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (total() > widthMax) {
    const widest = Math.max(...clipped.map((column) => widths[column] ?? 0));
    if (widest <= clippedWidthMin) break;
    widths[widths.findIndex((width, column) => width === widest && clipped.includes(column))] = widest - 1;
  }
  return widths;
}
function clip(text, width) {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
function widthOf(cell) {
  return withoutStyles(cell).length;
}
var barWidthMax = 20;
function barWidth(columns = process.stdout.columns || Number.POSITIVE_INFINITY) {
  if (columns >= 60) return barWidthMax;
  return columns >= 40 ? barWidthMax / 2 : 0;
}
function bar(value, width = barWidthMax) {
  const eighths = Math.round(Math.min(Math.max(value, 0), 1) * width * 8);
  const part = " ▏▎▍▌▋▊▉"[eighths % 8] ?? " ";
  return `${"█".repeat(eighths >> 3)}${eighths % 8 ? part : ""}`.padEnd(width);
}
function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
var units2 = [
  ["year", 365 * 86400, 1],
  // Until then, days say more.
  ["month", 30 * 86400, 2],
  ["day", 86400, 1],
  ["hour", 3600, 1],
  ["minute", 60, 1]
];
var isColoured = process.stdout.isTTY === true && import_picocolors.default.isColorSupported;
var styled = (on, off) => (text) => isColoured ? `${style(on)}${text}${style(off)}` : text;
var bold = styled(1, 22);
var dim = styled(2, 22);
var red = styled(31, 39);
var green = styled(32, 39);
var yellow = styled(33, 39);
var cyan = styled(36, 39);

// packages/cli/src/api/history/versions.ts
function currentBranch({ branches, currentBranchId }) {
  return branches.find(({ id }) => id === currentBranchId);
}
function findBranch2(data, wanted) {
  if (wanted === void 0) return currentBranch(data);
  const found = data.branches.find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new CommandError(`there is no branch ${JSON.stringify(wanted)}: \`palate branch\` lists them`);
  return found;
}
function findVersionId(data, text) {
  const [, name = "", steps = ""] = /^(.*?)((?:~\d*|\^\d*)*)$/.exec(text) ?? [];
  let id = startingPoint(data, name);
  for (const [, mark, number] of steps.matchAll(/([~^])(\d*)/g)) {
    const count = number === "" ? 1 : Number(number);
    if (mark === "~") for (let left = count; left > 0; left--) id = parentOf(data, id, 1, text);
    else if (count > 0) id = parentOf(data, id, count, text);
  }
  return id;
}
function parentOf({ versions }, id, place, text) {
  const version = versions.find((one) => one.id === id);
  const parent = [version?.parentVersionId, version?.mergedFrom][place - 1];
  if (parent == null && place > 1) throw new CommandError(`${text}: ${shortId(id)} has no parent ${place}`);
  if (parent == null) throw new CommandError(`${text}: the history does not go back that far`);
  return parent;
}
function namedBranch(data, name) {
  if (["HEAD", "@", ""].includes(name)) return currentBranch(data);
  return data.branches.find((one) => one.id === name || one.name === name);
}
function startingPoint(data, name) {
  const branch = namedBranch(data, name);
  if (branch) {
    if (branch.headVersionId === null) throw new CommandError(`branch ${branch.name} has no commits yet`);
    return branch.headVersionId;
  }
  const exact = data.versions.find(({ id }) => id === name);
  const matching = exact ? [exact] : data.versions.filter(({ id }) => id.startsWith(name) || shortId(id).startsWith(name));
  const [only, ...others] = matching;
  if (!only) throw new CommandError(`there is no version or branch ${JSON.stringify(name)}: \`palate log\` lists them`);
  if (others.length > 0) throw new CommandError(`${JSON.stringify(name)} matches several versions`);
  return only.id;
}
function shortId(id) {
  return id.replace(/^ver_/, "").slice(0, 10);
}

// packages/core/src/frames/references.ts
var scheme = "frame:";
function frameIdOfUrl(url) {
  return url.startsWith(scheme) ? url.slice(scheme.length) : void 0;
}

// packages/cli/src/api/teaching/frame-directory.ts
var framesLookedAtMax = 5e3;
var framesPerPage = 1e3;
var FrameDirectory = class {
  #palate;
  #side;
  #library;
  #recent;
  /** `side`: the longer side of the thumbnails. */
  constructor(palate, projectId, side = 256) {
    this.#palate = palate;
    this.#side = side;
    const query = { projectId, limit: framesPerPage };
    this.#library = finder(palate.frames.list(query));
    this.#recent = finder(palate.frames.recent(query));
  }
  async find({ id, url }) {
    const isOfLibrary = url?.startsWith("frame:") === true;
    const { name, thumbnail: thumbnail2 } = await (isOfLibrary ? this.#library : this.#recent)(id) ?? {};
    const load = async () => {
      if (isOfLibrary) return readBlob2(await this.#palate.frames.thumbnail(id, { size: this.#side }));
      return thumbnail2 == null ? void 0 : readBlob2(await this.#palate.frames.thumbnailAt(thumbnail2, { size: "large" }));
    };
    return { id, url, name: name ?? id, caption: name ?? id, load };
  }
  /** A library frame or scored frame, by its id; undefined if there is none. */
  async findKnown(id) {
    const ofLibrary = await this.#library(id);
    if (ofLibrary) return { id, url: `frame:${id}`, name: ofLibrary.name ?? id };
    return await this.#recent(id) && { id, url: null, name: id };
  }
};
function finder(list) {
  const known = /* @__PURE__ */ new Map();
  const walk = list[Symbol.asyncIterator]();
  return async (id) => {
    while (!known.has(id) && known.size < framesLookedAtMax) {
      const { value, done } = await walk.next();
      if (done) break;
      const { name, thumbnail: thumbnail2 } = value;
      if (!known.has(value.id)) known.set(value.id, { name, thumbnail: thumbnail2 });
    }
    return known.get(id);
  };
}
async function readBlob2(blob) {
  return new Uint8Array(await blob.arrayBuffer());
}

// packages/cli/src/api/score/folder-walk.ts
var import_ignore = __toESM(require_ignore(), 1);
import { existsSync, lstatSync, readdirSync, readFileSync as readFileSync2, realpathSync, statSync } from "node:fs";
import { dirname as dirname3, extname, join as join3, relative as relative2, sep } from "node:path";
var pictureExtensions = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"];
var otherFormats = {
  HEIC: [".heic", ".heif"],
  TIFF: [".tif", ".tiff"],
  SVG: [".svg"],
  BMP: [".bmp"],
  ICO: [".ico"],
  PSD: [".psd"],
  "JPEG XL": [".jxl"],
  "JPEG 2000": [".jp2", ".j2k"],
  raw: [".dng", ".cr2", ".cr3", ".nef", ".arw", ".raf", ".orf", ".rw2"]
};
var formatNames = new Map(Object.entries(otherFormats).flatMap(([name, all]) => all.map((one) => [one, name])));
function walkFolder(folder, options = {}) {
  const walk = new FolderWalk(folder, options);
  walk.visit();
  return { pictures: walk.pictures.toSorted(), skipped: walk.skipped };
}
function describeSkipped(all) {
  const files = /* @__PURE__ */ new Map();
  for (const [reason, count] of all.flatMap((one) => [...one.files])) {
    files.set(reason, (files.get(reason) ?? 0) + count);
  }
  const folders = new Map(all.flatMap((one) => [...one.folders]));
  const total = [...files.values()].reduce((sum, count) => sum + count, 0);
  const reasons = [...files].map(([reason, count]) => `${count} ${reason}`);
  const names = [...folders].map(([name, reason]) => reason === "" ? name : `${name} (${reason})`);
  const shown = names.slice(0, foldersShownMax);
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
  const parts = [
    ...total > 0 ? [`${plural(total, "file")}: ${reasons.join(", ")}`] : [],
    ...names.length > 0 ? [`${plural(names.length, "folder")}: ${[...shown, ...more].join(", ")}`] : []
  ];
  if (parts.length === 0) return void 0;
  const isIgnored = [...files.keys(), ...folders.values()].some((reason) => ignoredReasons.includes(reason));
  return `skipped ${parts.join("; ")}${isIgnored ? "; --no-ignore takes them, too" : ""}`;
}
var foldersShownMax = 5;
var hidden = "hidden";
var ignored = "in .gitignore";
var packages = "";
var ignoredReasons = [hidden, ignored, packages];
function specialKind(stats) {
  if (stats.isFile()) return void 0;
  if (stats.isDirectory()) return "folder";
  if (stats.isFIFO()) return "FIFO";
  return stats.isSocket() ? "socket" : "device";
}
var FolderWalk = class {
  pictures = [];
  skipped = { files: /* @__PURE__ */ new Map(), folders: /* @__PURE__ */ new Map() };
  #folder;
  #options;
  #excluded;
  /** The path of the walked folder, relative to where the first rules hold. */
  #prefix = "";
  /** Files and folders that were visited, by their real path. */
  #seen = /* @__PURE__ */ new Set();
  constructor(folder, options) {
    this.#folder = folder;
    this.#options = options;
    this.#excluded = rulesOf().add([...options.exclude ?? []]);
  }
  visit() {
    const real = realpathSync(this.#folder);
    this.#seen.add(real);
    let links = this.#enter({ path: "", rules: this.#rulesAbove(real) });
    while (links.length > 0) links = links.flatMap((link) => this.#follow(link));
  }
  /** Visits a folder and those below. Returns the links. */
  #enter({ path, rules: above }) {
    const rules2 = this.#withOwnRules(path, above);
    return this.#list(path).flatMap((entry) => {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      const stats = attempt(() => lstatSync(this.#at(inside)));
      if (!stats) return [];
      if (stats.isSymbolicLink()) return [{ path: inside, rules: rules2 }];
      return this.#sort({ path: inside, rules: rules2 }, stats);
    });
  }
  #follow(link) {
    const stats = attempt(() => statSync(this.#at(link.path)));
    if (stats) return this.#sort(link, stats);
    if (isPicture(link.path)) this.#skipFile("broken link");
    return [];
  }
  /** A file becomes a picture, or is skipped; a folder is visited. */
  #sort({ path, rules: rules2 }, stats) {
    const isFolder2 = stats.isDirectory();
    if (isFolder2 && path.split("/").at(-1) === ".git") return [];
    const reason = this.#reasonToSkip(path, rules2, isFolder2);
    if (isFolder2) {
      if (reason === void 0) return this.#isNew(path) ? this.#enter({ path, rules: rules2 }) : [];
      this.skipped.folders.set(join3(this.#folder, path), reason);
      return [];
    }
    const format = formatNames.get(extname(path).toLowerCase());
    const why = isPicture(path) ? reason ?? specialKind(stats) : reason === void 0 ? format : void 0;
    if (why !== void 0) this.#skipFile(why);
    else if (isPicture(path) && this.#isNew(path)) this.pictures.push(join3(this.#folder, path));
    return [];
  }
  #reasonToSkip(path, rules2, isFolder2) {
    const marked = isFolder2 ? `${path}/` : path;
    if (this.#excluded.ignores(marked)) return "excluded";
    if (this.#options.ignore === false) return void 0;
    const name = path.split("/").at(-1) ?? "";
    if (name.startsWith(".")) return hidden;
    if (isFolder2 && name === "node_modules") return packages;
    return rules2.ignores(this.#prefix + marked) ? ignored : void 0;
  }
  /** False if it was visited under another name, or has just been removed. */
  #isNew(path) {
    const real = attempt(() => realpathSync(this.#at(path)));
    if (real === void 0 || this.#seen.has(real)) return false;
    this.#seen.add(real);
    return true;
  }
  #list(path) {
    try {
      return readdirSync(this.#at(path), { withFileTypes: true });
    } catch (error) {
      if (path === "") throw error;
      this.skipped.folders.set(join3(this.#folder, path), "cannot be read");
      return [];
    }
  }
  #skipFile(reason) {
    this.skipped.files.set(reason, (this.skipped.files.get(reason) ?? 0) + 1);
  }
  #at(path) {
    return join3(this.#folder, path);
  }
  /**
   * The rules of the repository above the folder, unless they exclude the folder itself: whoever names it wants what is
   * inside.
   */
  #rulesAbove(real) {
    const root = repositoryOf(real);
    if (root === void 0 || root === real || this.#options.ignore === false) return rulesOf();
    const inRoot = relative2(root, real).split(sep).join("/");
    const parents = inRoot.split("/");
    const rules2 = parents.reduce((above, _, depth) => {
      const base = parents.slice(0, depth).join("/");
      return withRules(above, join3(root, base), base);
    }, rulesOf());
    if (rules2.ignores(`${inRoot}/`)) return rulesOf();
    this.#prefix = `${inRoot}/`;
    return rules2;
  }
  #withOwnRules(path, above) {
    if (this.#options.ignore === false) return above;
    return withRules(above, this.#at(path), `${this.#prefix}${path}`.replace(/\/$/, ""));
  }
};
function isPicture(path) {
  return pictureExtensions.includes(extname(path).toLowerCase());
}
function attempt(read) {
  try {
    return read();
  } catch {
    return void 0;
  }
}
function rulesOf() {
  return (0, import_ignore.default)({ ignorecase: process.platform === "darwin" || process.platform === "win32" });
}
function repositoryOf(folder) {
  for (let at = folder; ; at = dirname3(at)) {
    if (existsSync(join3(at, ".git"))) return at;
    if (dirname3(at) === at) return void 0;
  }
}
function withRules(above, folder, base) {
  const file = join3(folder, ".gitignore");
  const lines = attempt(() => statSync(file).isFile() ? readFileSync2(file, "utf8").split(/\r?\n/) : []) ?? [];
  if (lines.length === 0) return above;
  return rulesOf().add(above).add(base === "" ? lines : lines.flatMap((line2) => ruleBelow(base, line2)));
}
function ruleBelow(base, line2) {
  if (line2.trim() === "" || line2.startsWith("#")) return [];
  const [, not = "", body = ""] = /^(!?)(.*)$/.exec(line2) ?? [];
  const isAnchored = body.trimEnd().replace(/\/$/, "").includes("/");
  return [`${not}/${base.replaceAll(/[\\*?[\]!# ]/g, "\\$&")}/${isAnchored ? "" : "**/"}${body.replace(/^\//, "")}`];
}

// packages/cli/src/api/teaching/named-frame.ts
function isAddress2(text) {
  return /^(https?|data|frame):/.test(text);
}

// packages/cli/src/api/score/result.ts
function ranked(results, [first = ""]) {
  return results.toSorted((a, b) => numberOf(b[first]) - numberOf(a[first]));
}
function numberOf(value) {
  return typeof value === "number" ? value : Number.NEGATIVE_INFINITY;
}
function pictureOf({ frame_id: name, error, ...members }, [first = ""]) {
  const score2 = members[first];
  if (error || typeof score2 !== "number") return { name, ...error && { error: error.message } };
  const { thumbnail_url: thumbnailUrl, verdict } = members;
  return { name, score: score2, verdict: verdict?.[first], ...typeof thumbnailUrl === "string" && { thumbnailUrl } };
}

// packages/cli/src/api/score/inputs.ts
import { existsSync as existsSync2, readFileSync as readFileSync3, statSync as statSync2 } from "node:fs";
import { basename as basename2, relative as relative3 } from "node:path";

// packages/cli/src/terminal/prompts.ts
import { createInterface } from "node:readline/promises";

// packages/cli/src/api/score/inputs.ts
function listedInputs(names) {
  const skipped = [];
  const inputs = names.flatMap((name) => inputsOf(name, {}, skipped));
  warnOfSkipped(skipped);
  return inputs;
}
function inputsOf(name, options, skipped) {
  if (isAddress2(name)) return [{ id: name, url: name }];
  if (!statSync2(name, { throwIfNoEntry: false })?.isDirectory()) return [{ id: name, name: basename2(name) }];
  const walk = walkFolder(name, options);
  skipped.push(walk.skipped);
  return walk.pictures.map((id) => ({ id, name: relative3(name, id) }));
}
function warnOfSkipped(skipped) {
  const words = describeSkipped(skipped);
  if (words !== void 0) printWarning(words);
}
function sentId(id) {
  return Array.from(id.slice(0, 2 * idCharactersMax)).slice(0, idCharactersMax).join("");
}
async function frameOf(input) {
  const { id, url } = input;
  if (url !== void 0) return { frame: { id: sentId(id), url } };
  try {
    return { frame: { id: sentId(id), picture: await pictureToSend(input) } };
  } catch (error) {
    return {
      reason: error instanceof PictureRefused ? error.message : `it cannot be read: ${error.message}`
    };
  }
}
async function pictureToSend({ id, read = () => readPicture2(id) }) {
  const bytes = read();
  if (bytes.subarray(0, lfsPointer.length).equals(lfsPointer)) {
    throw new PictureRefused("it is a Git LFS pointer: get the picture with `git lfs pull` or `git lfs fetch`");
  }
  return bytes.length > frameBytesMax ? shrinkPicture(bytes) : bytes;
}
var lfsPointer = Buffer.from("version https://git-lfs.github.com/spec/");
var PictureRefused = class extends Error {
};
var fileBytesMax = 192 * 2 ** 20;
function refuseSize(bytes) {
  if (bytes > fileBytesMax) throw new PictureRefused(`the file is larger than ${describeBytes(fileBytesMax)}`);
}
function readPicture2(file) {
  const stats = statSync2(file, { throwIfNoEntry: false });
  if (!stats) throw new PictureRefused("there is no such file");
  const kind = specialKind(stats);
  if (kind !== void 0) throw new PictureRefused(`it is a ${kind}, not a file`);
  refuseSize(stats.size);
  return readFileSync3(file);
}
var longerSideMax = 2048;
var shrinkSecondsMax = 120;
async function shrinkPicture(bytes) {
  const { openPicture: openPicture2, readHeader: readHeader2 } = await Promise.resolve().then(() => (init_no_decoder(), no_decoder_exports));
  await readHeader2(bytes);
  const inside = { fit: "inside", withoutEnlargement: true };
  return openPicture2(
    bytes,
    (picture) => picture.resize(longerSideMax, longerSideMax, inside).webp({ quality: 90, effort: 2 }),
    shrinkSecondsMax
  );
}

// packages/cli/src/api/score/score-all.ts
var framesPerRequestMax = 32;
var framesPerBatchMax = 200;
var requestBytesMax = 8e6;
var requestsAtOnceMax = 2;
var retriesMax = 8;
async function scoreAll(palate, { request: request2 }, inputs, onDone = () => {
}) {
  const results = new Array(inputs.length);
  let latencyMs = 0;
  const states = /* @__PURE__ */ new Map();
  const models = /* @__PURE__ */ new Set();
  const keep = (index, result) => {
    results[index] = { ...result, frame_id: inputs[index]?.id ?? "" };
    onDone(1);
  };
  const isMany = inputs.length > framesPerRequestMax && request2.thumbnails !== true;
  const scorePart = isMany ? scoreBatch : scoreRequest;
  const parts = partsOf(inputs, isMany ? framesPerBatchMax : framesPerRequestMax, keep);
  const send = async () => {
    for await (const part of parts) {
      const { latency, models: made, ...state } = await scorePart(palate, request2, part, keep);
      latencyMs += latency;
      for (const model of made) models.add(model);
      states.delete(state.versionId);
      states.set(state.versionId, state);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnceMax }, send));
  const latency_ms = Math.round(latencyMs * 100) / 100;
  return { scores: results, latency_ms, states: [...states.values()], models: [...models] };
}
var scoreRequest = async (palate, request2, { frames, indexes }, keep) => {
  const answer = await palate.score({ ...request2, frames }, { retries: retriesMax });
  for (const [i, index] of indexes.entries()) keep(index, answer.scores[i]);
  const { latency_ms: latency, branch_id: branchId, version_id: versionId, model } = answer;
  return { latency, branchId, versionId, models: modelsIn({ model }) };
};
var scoreBatch = async (palate, request2, { frames, indexes }, keep) => {
  const missing = new Map(indexes.entries());
  let state = { versionId: void 0 };
  let latency = 0;
  let status = "";
  let models = [];
  for await (const line2 of palate.scoreBatch({ ...request2, frames }, { retries: retriesMax })) {
    if (line2.type === "batch") {
      state = { branchId: await branchOf(palate, request2, line2.batch_id), versionId: line2.version_id };
    }
    if (line2.type === "done") {
      latency = line2.latency_ms;
      status = line2.status;
      models = modelsIn(line2);
    }
    if (line2.type !== "score" && line2.type !== "error") continue;
    const index = missing.get(line2.index);
    missing.delete(line2.index);
    if (index !== void 0) keep(index, line2.type === "error" ? failed(request2, line2.error) : scored(line2));
  }
  const error = { code: "batch_ended", message: `the batch was ${status} before this picture`, retryable: true };
  for (const index of missing.values()) keep(index, failed(request2, error));
  return { latency, models, ...state };
};
function modelsIn({ model, models }) {
  if (models) return models.map((one) => one.model);
  return model === void 0 ? [] : [model];
}
async function branchOf(palate, { version_id, branch_id }, batchId) {
  if (version_id !== void 0) return null;
  if (branch_id !== void 0) return String(branch_id);
  return (await palate.batches.get(batchId, { retries: retriesMax })).branch_id;
}
function scored(line2) {
  const { type: _, seq: _seq, index: _index, attempts: _attempts, ...result } = line2;
  return result;
}
function failed({ dimensions }, error) {
  const names = Array.isArray(dimensions) ? dimensions : [];
  return { frame_id: "", ...Object.fromEntries(names.map((name) => [name, null])), error };
}
async function* partsOf(inputs, framesMax, keep) {
  let part = { frames: [], indexes: [] };
  let bytes = 0;
  for (const [index, input] of inputs.entries()) {
    const read = await frameOf(input);
    if ("reason" in read) {
      keep(index, { frame_id: "", error: { code: "unreadable", message: read.reason, retryable: false } });
      continue;
    }
    const { length } = "url" in read.frame ? read.frame.url : read.frame.picture;
    const isFull = part.frames.length >= framesMax || bytes + length > requestBytesMax;
    if (isFull && part.frames.length > 0) {
      yield part;
      part = { frames: [], indexes: [] };
      bytes = 0;
    }
    part.frames.push(read.frame);
    part.indexes.push(index);
    bytes += length;
  }
  if (part.frames.length > 0) yield part;
}

// packages/cli/src/api/score/gate/git-tree.ts
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync as existsSync3, readFileSync as readFileSync4, realpathSync as realpathSync2, statSync as statSync3 } from "node:fs";
import { basename as basename3, dirname as dirname4, isAbsolute, join as join4, relative as relative4, sep as sep2 } from "node:path";
var listingBytesMax = 2 ** 29;
function openGitTree(ref) {
  if (ref === "" || ref.startsWith("-"))
    throw new UsageError(`--baseline git:REF takes a commit, not ${JSON.stringify(ref)}`);
  const root = git(["rev-parse", "--show-toplevel"], ".", "this folder is not in a git repository").replace(/\n$/, "");
  const unknown = `there is no commit ${ref} in this repository; fetch it first (in GitHub Actions, check out with fetch-depth: 0)`;
  const tree = git(["rev-parse", "--verify", "--quiet", `${ref}^{tree}`], root, unknown).trim();
  let listed;
  const files = () => {
    listed ??= listTree(root, tree);
    return listed;
  };
  return {
    /** Whether the picture is a file in this repository. */
    mayHave: ({ id, url }) => url === void 0 && pathIn(root, id) !== void 0,
    /** The same file in the commit, else a file with the same content; undefined for what the commit does not have. */
    earlierOf(input) {
      const path = pathIn(root, input.id);
      if (path === void 0) return void 0;
      const blob = files().byPath.get(path);
      if (blob) return { input: inputOf(path, blob) };
      const renamed = sameContent(files(), input.id);
      return renamed && { input: inputOf(renamed.path, renamed), isRenamed: true };
    }
  };
  function inputOf(path, blob) {
    return { id: `${ref}:${path}`, read: () => readBlob3(root, blob, path) };
  }
}
function pathIn(root, file) {
  if (!existsSync3(dirname4(file))) return void 0;
  const path = relative4(realpathSync2(root), join4(realpathSync2(dirname4(file)), basename3(file)));
  return path === ".." || path.startsWith(`..${sep2}`) || isAbsolute(path) ? void 0 : path.replaceAll(sep2, "/");
}
function listTree(root, tree) {
  const blobs = git(["ls-tree", "-r", "-z", "--long", "--full-tree", tree], root).split("\0").flatMap((entry) => {
    const [, object = "", bytes, path = ""] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(entry) ?? [];
    return object === "" ? [] : [{ path, object, bytes: Number(bytes) }];
  });
  return {
    byPath: new Map(blobs.map((blob) => [blob.path, blob])),
    byObject: new Map(blobs.map((blob) => [blob.object, blob]))
  };
}
function sameContent({ byObject }, file) {
  const stats = statSync3(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > fileBytesMax) return void 0;
  const bytes = readFileSync4(file);
  const [object = ""] = byObject.keys();
  const algorithm = object.length === 64 ? "sha256" : "sha1";
  const idOf = (content) => createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
  return byObject.get(idOf(bytes)) ?? byObject.get(idOf(lfsPointerTo(bytes)));
}
function lfsPointerTo(bytes) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return Buffer.from(`${lfsPointer}v1
oid sha256:${sha256}
size ${bytes.length}
`);
}
function readBlob3(root, { object, bytes }, path) {
  refuseSize(bytes);
  const args = ["cat-file", "--filters", `--path=${path}`, object];
  const content = execFileSync("git", args, { ...settings(root), maxBuffer: fileBytesMax });
  refuseSize(content.length);
  return content;
}
function git(args, folder, advice) {
  try {
    return execFileSync("git", args, { ...settings(folder), encoding: "utf8", maxBuffer: listingBytesMax });
  } catch (error) {
    const { code, stderr } = error;
    if (code === "ENOENT") throw new CommandError("--baseline git:REF needs git, which is not installed");
    throw new CommandError(advice ?? `git ${args[0]} failed: ${String(stderr).trim()}`);
  }
}
function settings(cwd) {
  const env2 = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  return { cwd, env: env2, stdio: ["ignore", "pipe", "pipe"] };
}

// packages/cli/src/api/score/gate/baseline.ts
async function readBaseline(palate, subject, inputs, source) {
  if (source.startsWith("git:")) {
    const tree = openGitTree(source.slice("git:".length));
    if (!inputs.some(tree.mayHave)) throw noMatch(source, "none of the pictures is in this repository");
    return { source, ...await scoreEarlier(palate, subject, inputs, tree.earlierOf) };
  }
  if (isFolder(source)) {
    const sameInFolder = createContentSearch(source);
    const { found, ...earlier } = await scoreEarlier(
      palate,
      subject,
      inputs,
      (input) => earlierInFolder(source, input) ?? sameInFolder(input)
    );
    if (found === 0) throw noMatch(source, "it has no file under the same path, or with the same content");
    return { source, ...earlier };
  }
  const { scores, version, models } = scoresInFile(source, inputs, subject);
  if (scores.size === 0) throw noMatch(source, "it has no score under the same name");
  return { source, scores, ...version !== void 0 && { version }, ...models && { models } };
}
function compared({ source, scores, renamed = 0 }, inputs) {
  const fresh = inputs.filter(({ id }) => !scores.has(id)).length;
  const counts = [
    `${fresh} ${fresh === 1 ? "is" : "are"} new`,
    ...renamed > 0 ? [`${renamed} ${renamed === 1 ? "is" : "are"} only renamed`] : []
  ];
  return `compared ${plural(inputs.length - fresh, "picture")} with ${source}; ${counts.join(", ")}`;
}
function noMatch(source, reason) {
  return new CommandError(`no picture can be compared with ${source}: ${reason}`);
}
function warnOfOtherVersion({ source, version }, { version: now2 }) {
  if (version === void 0 || version === now2) return;
  const before = version === null ? "before the first commit" : `against version ${shortId(version)}`;
  printWarning(`${source} was scored ${before}: scores may differ because the profile has changed`);
}
function warnOfOtherModel(now2, baseline) {
  const [model] = now2;
  if (now2.length > 1) printWarning("the service is being upgraded: the scores are of different models");
  else if (baseline?.models?.some((one) => one !== model)) {
    const before = `${baseline.source} was scored by the model ${baseline.models.join(" and ")}, not by ${model}`;
    printWarning(`${before}: scores may differ because the service was upgraded; score the earlier pictures again`);
  }
}
function isFolder(source) {
  const found = statSync4(source, { throwIfNoEntry: false });
  if (found) return found.isDirectory();
  throw new UsageError(
    `--baseline takes a folder, a file that \`score --json\` wrote, or git:REF, and there is no ${source}`
  );
}
function earlierInFolder(folder, { id, name }) {
  const paths = [id, name].flatMap((path) => path === void 0 || isOutside(path) ? [] : join5(folder, path));
  const found = paths.find((path) => statSync4(path, { throwIfNoEntry: false })?.isFile());
  return found === void 0 ? void 0 : { input: { id: found } };
}
function createContentSearch(folder) {
  let files;
  const sizeOf = (path) => statSync4(path, { throwIfNoEntry: false })?.size ?? 0;
  return ({ id }) => {
    if (!statSync4(id, { throwIfNoEntry: false })?.isFile()) return void 0;
    files ??= Map.groupBy(walkFolder(folder).pictures, sizeOf);
    const alike = files.get(sizeOf(id));
    if (!alike) return void 0;
    const bytes = readFileSync5(id);
    const same = alike.find((path) => readFileSync5(path).equals(bytes));
    return same === void 0 ? void 0 : { input: { id: same }, isRenamed: true };
  };
}
function isOutside(path) {
  return isAbsolute2(path) || normalize(path).split(sep3)[0] === "..";
}
async function scoreEarlier(palate, { request: request2, dimensions }, inputs, earlierOf) {
  const pairs = inputs.flatMap((input) => {
    const earlier = input.url === void 0 ? earlierOf(input) : void 0;
    return earlier ? [{ id: input.id, earlier }] : [];
  });
  const plain = { ...request2, explain: void 0, verdict: void 0, suggestions: void 0, regions: void 0 };
  const { scores, models } = await scoreAll(
    palate,
    { request: plain },
    pairs.map(({ earlier }) => earlier.input)
  );
  const unreadable = scores.find(({ error }) => error?.code === "unreadable");
  if (unreadable) throw new CommandError(`cannot compare with ${unreadable.frame_id}: ${unreadable.error?.message}`);
  return {
    models,
    found: pairs.length,
    renamed: pairs.filter(({ earlier }) => earlier.isRenamed).length,
    pictures: new Map(
      pairs.map(({ id, earlier: { input } }, i) => {
        const { thumbnailUrl } = pictureOf(scores[i] ?? { frame_id: id }, dimensions);
        return [id, { input, thumbnailUrl }];
      })
    ),
    scores: new Map(scores.flatMap((result, i) => entryOf(pairs[i]?.id, result, dimensions)))
  };
}
function entryOf(id, result, dimensions) {
  const { name, score: score2, error } = pictureOf(result, dimensions);
  if (error !== void 0) printWarning(`${name} could not be scored: ${error}`);
  return id === void 0 || score2 === void 0 ? [] : [[id, score2]];
}
function scoresInFile(file, inputs, { dimensions, profile }) {
  const { scores, profile: before, version, models } = readScores(file);
  if (before === void 0) printWarning(`${file} does not say which profile it was scored against`);
  else if (before.id !== profile.id) {
    const now2 = profile.name === profile.id ? profile.id : `${profile.name} (${profile.id})`;
    throw new CommandError(`${file} was scored against another profile, ${before.name ?? before.id}, and not ${now2}`);
  }
  const byName = new Map(
    scores.flatMap((result) => {
      const { name, score: score2 } = pictureOf(result, dimensions);
      return score2 === void 0 ? [] : [[normalized(name), score2]];
    })
  );
  if (byName.size === 0) throw new CommandError(`${file} has no scores for ${dimensions[0]}`);
  const found = new Map(
    inputs.flatMap(({ id }) => {
      const score2 = byName.get(normalized(id));
      return score2 === void 0 ? [] : [[id, score2]];
    })
  );
  return { scores: found, version, models };
}
function readScores(file) {
  const read = () => {
    try {
      return JSON.parse(readFileSync5(file, "utf8"));
    } catch (error) {
      throw new CommandError(`cannot read ${file}: ${error.message}`);
    }
  };
  const written = read();
  const isResult = (one) => typeof one?.frame_id === "string";
  const isProfile = written?.profile === void 0 || typeof written.profile?.id === "string";
  if (Array.isArray(written?.scores) && written.scores.every(isResult) && isProfile) return written;
  throw new CommandError(`${file} does not contain what \`palate score --json\` prints`);
}
function normalized(name) {
  return isAddress2(name) ? name : normalize(name);
}

// packages/cli/src/api/score/progress.ts
var noScreen = { write: () => void 0 };
var redrawEveryMs = 100;
var rateAfterMs = 1e3;
function createProgress(total, screen = process.stderr, now2 = () => performance.now()) {
  const isShown = screen.isTTY === true && process.env.TERM !== "dumb";
  const startedMs = now2();
  let done = 0;
  let drawnMs = Number.NEGATIVE_INFINITY;
  const draw = () => {
    drawnMs = now2();
    screen.write(`\r${progressLine(done, total, now2() - startedMs, screen.columns || void 0)}\x1B[K`);
  };
  if (isShown) draw();
  return {
    add: (count) => {
      done += count;
      if (isShown && now2() - drawnMs >= redrawEveryMs) draw();
    },
    end: () => {
      if (isShown) screen.write("\r\x1B[K");
    }
  };
}
function progressLine(done, total, elapsedMs, columns = Number.POSITIVE_INFINITY) {
  const count = `${done} of ${total}`;
  const rate = rateOf(done, total, elapsedMs);
  const width = barWidth(columns);
  const drawn = width === 0 ? count : `${bar(done / total, width)} ${count}`;
  return [`${drawn}${rate}`, `${count}${rate}`, count].find((line2) => line2.length < columns) ?? "";
}
function rateOf(done, total, elapsedMs) {
  if (done === 0 || elapsedMs < rateAfterMs) return "";
  const perSecond = done / (elapsedMs / 1e3);
  const rate = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1);
  return `  ${rate}/s  ${timeLeft((total - done) / perSecond)} left`;
}
function timeLeft(seconds) {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor(whole % 3600 / 60)} min`;
}

// packages/cli/src/api/score/report/step-summary.ts
function stepSummaryFile() {
  return process.env.GITHUB_STEP_SUMMARY || void 0;
}
function isForBuild({ junit, sarif }) {
  return [junit, sarif, stepSummaryFile()].some((file) => file !== void 0);
}

// packages/cli/src/api/score/scored-state.ts
function scoredAgainst({ profile, request: request2, data }, { branchId, versionId }) {
  const { version_id, branch_id } = request2;
  const known = branchId !== void 0 ? branchId : version_id === void 0 ? branch_id ?? data?.currentBranchId : null;
  const branch = data?.branches.find(({ id }) => id === known);
  const version = versionId !== void 0 ? versionId : version_id ?? branch?.headVersionId ?? null;
  return {
    profile: { id: profile.id, ...profile.name !== profile.id && { name: profile.name } },
    branch: typeof known === "string" ? { id: known, ...branch && { name: branch.name } } : null,
    version: typeof version === "string" ? version : null
  };
}
function announce({ profile, branch, version }, versions, hasWorking) {
  const parts = [
    profile.name === void 0 ? profile.id : `${profile.name} (${profile.id})`,
    ...branch ? [`branch ${branch.name ?? branch.id}`] : [],
    version === null ? "no commits yet" : `version ${shortId(version)}`,
    ...hasWorking ? ["with uncommitted changes"] : []
  ];
  printWarning(`scored against ${parts.join(", ")}`);
  if (versions > 1) printWarning("the profile changed meanwhile: some pictures were scored against an earlier version");
}

// packages/cli/src/api/history/describe-elements.ts
var byId = (id) => id;
function describeElement(element, nameOf = byId) {
  if (isComparison(element)) {
    const [a, b] = [frameName(element.frameA), frameName(element.frameB)];
    if (element.winner === "tie") return `tie: ${nameOf(a)} and ${nameOf(b)}`;
    return element.winner === b ? `${nameOf(b)} over ${nameOf(a)}` : `${nameOf(a)} over ${nameOf(b)}`;
  }
  if (isAnswer(element)) return `${element.question ?? ""} ${answerOf(element)}`.trim();
  return `${element.label ?? "unlabelled"} picture ${pictureName(element, nameOf)}`;
}
function answerOf({ answer }) {
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}
function isComparison({ frameA, winner }) {
  return frameA !== void 0 || winner !== void 0;
}
function isAnswer({ question, answer }) {
  return question !== void 0 || answer !== void 0;
}
function elementName(element, nameOf = byId) {
  return element.label === void 0 ? describeElement(element, nameOf) : pictureName(element, nameOf);
}
function frameName(frame) {
  if (typeof frame === "string") return frame;
  return typeof frame === "object" && frame !== null && "id" in frame ? String(frame.id) : "?";
}
function pictureName({ name, url, frameId, id }, nameOf) {
  const frame = libraryIdOf(url) ?? (url === void 0 ? frameId : void 0);
  const text = String(name ?? (typeof frame === "string" ? nameOf(frame) : void 0) ?? url ?? id ?? "inline");
  return text.startsWith("data:") || text.length > 80 ? String(id ?? "inline") : text;
}
function libraryIdOf(url) {
  return typeof url === "string" ? frameIdOfUrl(url) : void 0;
}

// packages/core/src/taste/judgements/bradley-terry.ts
function frameIdOf(frame) {
  if (typeof frame === "string") return frame;
  if (typeof frame !== "object" || frame === null || !("id" in frame)) return void 0;
  return typeof frame.id === "string" ? frame.id : void 0;
}

// packages/cli/src/api/judgements/name-frames.ts
async function nameFrames(palate, projectId, elements) {
  const names = /* @__PURE__ */ new Map();
  for (const { id, frameId, name } of elements) {
    if (typeof name !== "string") continue;
    for (const known of [id, frameId]) if (typeof known === "string") names.set(known, name);
  }
  const directory = new FrameDirectory(palate, projectId);
  for (const frame of elements.flatMap(framesIn)) {
    const id = frameIdOf(frame);
    if (id === void 0 || names.has(id)) continue;
    const url = urlOf(frame) ?? (isId("frm", id) ? `frame:${id}` : null);
    names.set(id, (await directory.find({ id, url })).name);
  }
  return (id) => names.get(id) ?? id;
}
function framesIn({ frameA, frameB, url, name }) {
  const id = typeof name === "string" ? void 0 : libraryIdOf(url);
  return id === void 0 ? [frameA, frameB] : [{ id, url }];
}
function urlOf(frame) {
  return typeof frame === "object" && frame !== null && "url" in frame && typeof frame.url === "string" ? frame.url : null;
}

// packages/cli/src/api/people/find-person.ts
async function findPersonId(palate, profileId, wanted, dimension) {
  if (isId("per", wanted)) return wanted;
  const { people } = await palate.profiles.people(profileId, { dimension });
  const found = people.filter(({ name }) => name?.toLowerCase() === wanted.toLowerCase());
  const [only, ...others] = found;
  if (!only) {
    const names = people.flatMap(({ name }) => name ?? []);
    const known = names.length > 0 ? `: it was taught by ${names.join(", ")}` : "";
    throw new CommandError(`nobody named ${JSON.stringify(wanted)} has taught ${dimension}${known}`);
  }
  if (others.length === 0) return only.id;
  const ids = found.map(({ id }) => id).join(", ");
  throw new CommandError(`several people are named ${JSON.stringify(wanted)}; use an id: ${ids}`);
}

// packages/cli/src/api/score/subject.ts
var advisedMax = 24;
var picturesWithRegionsMax = 32;
async function findSubject(palate, options, dimensions, pictureCount = 0) {
  const { working, explain, html: html2, verdict, gate, min, baseline, json } = options;
  const hasSuggestions = verdict || json || html2 !== void 0 || isForBuild(options) && pictureCount <= advisedMax;
  const { versionId, branch } = wantedState(options);
  if (versionId !== void 0 && working) {
    throw new UsageError(`version ${versionId} is pinned, and has no uncommitted changes: name a branch with --branch`);
  }
  const id = await findProfileId(palate, options);
  const profile = await readIfAllowed(palate, id);
  const data = profile?.profileData;
  const state = stateIds(data, { versionId, branch });
  const [first = ""] = dimensions;
  const person = options.person === void 0 ? void 0 : await findPersonId(palate, id, options.person, first);
  return {
    dimensions,
    request: {
      profile_id: id,
      dimensions: [...dimensions],
      ...state,
      state: true,
      ...person !== void 0 && { person },
      ...working && { include_working: true },
      // The report also shows the reasons.
      ...(explain || html2 !== void 0) && { explain: true },
      // A gate never passes what only a verdict recognises, and reports show what verdicts say.
      ...(verdict || gate || min !== void 0 || html2 !== void 0 || baseline !== void 0 && isForBuild(options)) && {
        verdict: true,
        ...!hasSuggestions && { suggestions: false }
      },
      ...html2 !== void 0 && pictureCount <= picturesWithRegionsMax && { regions: true },
      ...stepSummaryFile() !== void 0 && { thumbnails: true }
    },
    profile: { id, name: profile?.name ?? id, ...profile && { projectId: profile.projectId } },
    state: stateInWords(data, state.version_id, branch, working === true),
    nameOf: await namesIn(palate, explain || html2 !== void 0 ? profile : void 0),
    data
  };
}
function stateIds(data, { versionId, branch }) {
  const version = versionId !== void 0 && data ? findVersionId(data, versionId) : versionId;
  const branchId = branch !== void 0 && data ? findBranch2(data, branch).id : branch;
  return {
    ...version !== void 0 && { version_id: version },
    ...branchId !== void 0 && { branch_id: branchId }
  };
}
var madeId = /\b[a-z]{2,4}_[0-9a-f]{32}\b/;
var unknownNames = ["unknown_branch", "branch_not_found", "unknown_version", "version_not_found"];
function explainUnknown(error, { data }, options) {
  if (data || !isPalateError(error) || !unknownNames.includes(error.code)) return error;
  const { branch, versionId } = wantedState(options);
  const name = JSON.stringify(branch ?? versionId);
  return new CommandError(
    `the key lacks the scope \`read\`, so ${name} must be an id: use the id, or a key with that scope`
  );
}
async function readIfAllowed(palate, id) {
  return palate.profiles.get(id, { snapshots: "omit" }).catch((error) => {
    if (isPalateError(error, "scope_forbidden")) return void 0;
    throw error;
  });
}
function stateInWords(data, version, branch, isWorking) {
  const more = isWorking ? ", with uncommitted changes" : "";
  if (version !== void 0) return data?.versions.find(({ id }) => id === version)?.message || "an earlier version";
  if (!data) return `${branch === void 0 ? "the current branch" : `branch ${branch}`}${more}`;
  const { name, headVersionId } = branch === void 0 ? currentBranch(data) : findBranch2(data, branch);
  return `${name}${headVersionId === null ? ", which has no commits" : ""}${more}`;
}
async function namesIn(palate, profile) {
  if (!profile) return () => void 0;
  const lists = [profile.effectiveSnapshot, profile.profileData.workingChanges].flatMap(
    ({ exemplars, comparisons }) => [exemplars, comparisons]
  );
  const elements = lists.flat();
  const nameOfFrame = await nameFrames(palate, profile.projectId, elements);
  const names = new Map(
    elements.flatMap((element) => {
      const name = elementName(element, nameOfFrame);
      return madeId.test(name) || name === element.id ? [] : [[element.id, name]];
    })
  );
  return (id) => names.get(id);
}

// packages/cli/src/api/score/assess-pictures.ts
var shownNameCharactersMax = 100;
function dimensionsOf({ dimension = [] }) {
  return dimension.length > 0 ? dimension : ["aesthetics"];
}
async function assessPictures(palate, inputs, wanted) {
  if (inputs.length === 0) throw new CommandError("no pictures found");
  const dimensions = dimensionsOf(wanted);
  const { gate, json, baseline: source, quiet, working } = wanted;
  const subject = await findSubject(palate, wanted, dimensions, inputs.length);
  const explain = (error) => Promise.reject(explainUnknown(error, subject, wanted));
  const threshold = gate || json ? await findThreshold(palate, subject, !gate).catch(explain) : void 0;
  const options = withLimit(wanted, threshold);
  const baseline = source === void 0 ? void 0 : await readBaseline(palate, subject, inputs, source).catch(explain);
  if (baseline && !quiet) printWarning(compared(baseline, inputs));
  const progress = createProgress(inputs.length, quiet ? noScreen : process.stderr);
  const answer = await scoreAll(palate, subject, inputs, progress.add).catch(explain).finally(progress.end);
  const against = scoredAgainst(subject, answer.states.at(-1) ?? { versionId: void 0 });
  if (!quiet) announce(against, answer.states.length, working === true);
  if (baseline) warnOfOtherVersion(baseline, against);
  warnOfOtherModel(answer.models, baseline);
  const best = ranked(answer.scores, dimensions);
  const scored2 = { subject, options, inputs, baseline };
  const advised = await withSuggestions(
    palate,
    best.map((result) => assess(withEarlier(pictureOf(result, dimensions), baseline), options)),
    scored2
  ).catch(explain);
  const assessments = await withPages(advised, scored2);
  const verdict = verdictOf(assessments, options, threshold);
  return { subject, options, inputs, answer, against, threshold, verdict, best, assessments, baseline };
}
async function withSuggestions(palate, assessments, { subject, options, inputs }) {
  const { suggestions, ...request2 } = subject.request;
  if (suggestions !== false || !isForBuild(options)) return assessments;
  const byName = new Map(inputs.map((input) => [input.id, input]));
  const wanted = assessments.filter((one) => isRefused(one) && one.verdict?.decision !== "pass").flatMap(({ name }) => byName.get(name) ?? []).slice(0, advisedMax);
  const { scores } = await scoreAll(palate, { request: request2 }, wanted);
  const verdicts = new Map(
    scores.map((result) => {
      const { name, score: score2, verdict } = pictureOf(result, subject.dimensions);
      return [name, { score: score2, verdict }];
    })
  );
  return assessments.map((one) => {
    const again = verdicts.get(one.name);
    return again?.verdict && again.score === one.score ? { ...one, verdict: again.verdict } : one;
  });
}
function withEarlier(picture, baseline) {
  const { name } = picture;
  return {
    ...picture,
    before: baseline?.scores.get(name),
    beforeThumbnailUrl: baseline?.pictures?.get(name)?.thumbnailUrl
  };
}
async function withPages(assessments, { subject, options, inputs, baseline }) {
  if (!isForBuild(options)) return assessments;
  const [dimension = ""] = subject.dimensions;
  const service = serviceUrl(options.url).replace(/\/+$/, "");
  const byName = new Map(inputs.map((input) => [input.id, input]));
  return Promise.all(
    assessments.map(async (assessment) => {
      const { name, score: score2, outcome, warning } = assessment;
      const input = byName.get(name);
      if (!input || score2 === void 0 || outcome === "passed" && warning === void 0) return assessment;
      const earlier = baseline?.pictures?.get(name)?.input;
      const path = checkPath({
        profileId: subject.profile.id,
        picture: await storedAs(input),
        before: earlier && await storedAs(earlier),
        name: basename4(name).slice(0, shownNameCharactersMax),
        dimension
      });
      return { ...assessment, pageUrl: `${service}${path}` };
    })
  );
}
async function storedAs(input) {
  return input.url ?? createHash2("sha256").update(await pictureToSend(input)).digest("hex");
}
function withLimit(options, threshold) {
  return options.gate && threshold ? { ...options, min: threshold.pass } : options;
}
async function findThreshold(palate, { request: request2, dimensions }, isOptional) {
  const { profile_id, version_id, branch_id, include_working } = request2;
  const state = { version_id, branch_id, include_working: include_working && "true" };
  const query = { dimension: dimensions[0], ...state };
  return palate.profiles.threshold(String(profile_id), query).catch((error) => {
    if (isOptional && isPalateError(error, "unknown_dimension")) return void 0;
    throw error;
  });
}
function verdictOf(assessments, { min, baseline }, threshold) {
  if (assessments.some(isRefused)) return "fail";
  if (assessments.some(({ outcome }) => outcome === "failed")) return "error";
  if (min !== void 0 || baseline !== void 0) return "pass";
  if (!threshold) return null;
  const lowest = Math.min(...assessments.flatMap(({ score: score2 }) => score2 ?? []));
  return lowest < threshold.fail ? "fail" : lowest < threshold.pass ? "revise" : "pass";
}

// packages/cli/src/api/score/gate/judge.ts
var ScoreTooLow = class extends CommandError {
};
var namesShownMax2 = 5;
function warnOfClose(assessments) {
  const close = assessments.filter(({ warning }) => warning !== void 0);
  if (close.length === 0) return;
  const names = close.slice(0, namesShownMax2).map(({ name, warning }) => `${name} (${warning?.split(":")[0]})`);
  const more = close.length > names.length ? ", …" : "";
  const are = close.length === 1 ? "is" : "are";
  printWarning(`${plural(close.length, "picture")} ${are} close, and a person should look: ${names.join(", ")}${more}`);
}
function judge(assessments, { min, drop = dropDefault }) {
  const all = (wanted) => assessments.filter(({ outcome }) => outcome === wanted);
  const [low, fell, failed2] = [all("low"), all("fell"), all("failed")];
  const countOf = (counted) => `${plural(counted.length, "picture")} of ${assessments.length}`;
  const refused = low.filter(({ score: score2 = 0 }) => min !== void 0 && score2 >= min);
  const below = low.filter((one) => !refused.includes(one));
  const belowClose = below.filter(({ warning }) => warning !== void 0).length;
  const allowing = belowClose === 0 ? "" : ` (${belowClose} close: --allow-close lets ${belowClose === 1 ? "it" : "them"} pass)`;
  const reasons = [
    ...below.length > 0 ? [`${countOf(below)} scored below ${min}${allowing}`] : [],
    ...refused.slice(0, namesShownMax2).map(({ name, reason }) => `${name} is ${reason}`),
    ...fell.length > 0 ? [`${countOf(fell)} fell by more than ${drop}`] : []
  ];
  if (reasons.length > 0) throw new ScoreTooLow(reasons.join("; "), fell.length > 0 ? tableOfFallen(fell) : []);
  if (failed2.length > 0) throw new CommandError(`${plural(failed2.length, "picture")} could not be scored`);
}
function tableOfFallen(fell) {
  const rows = fell.map(({ name, before = 0, score: score2 = 0 }) => [
    before.toFixed(4),
    score2.toFixed(4),
    (score2 - before).toFixed(4),
    name
  ]);
  return table([["before", "now", "change", "picture"], ...rows]);
}
function annotateAssessments(assessments, dimension) {
  if (process.env.GITHUB_ACTIONS !== "true") return;
  for (const one of assessments) {
    const { name, score: score2, outcome, warning } = one;
    if (outcome === "passed" && warning === void 0) continue;
    const [first = "", ...more] = describeInText(one);
    const message = isRefused(one) ? `${dimension} is ${score2?.toFixed(4)}, ${first}` : first;
    const level = outcome === "passed" || outcome === "skipped" ? "warning" : "error";
    annotate(level, name, [message, ...more].join("\n"));
  }
}

// packages/core/src/report/split.ts
var splitMin = 0.45;
var spreadMin = 0.25;
function splitIn(frame, dimension) {
  const { people, split } = frame;
  const probability = isRecord2(split) ? split[dimension] : void 0;
  if (!Array.isArray(people) || typeof probability !== "number" || probability < splitMin) return void 0;
  const scores = people.flatMap((person) => isRecord2(person) ? scoreOf(person, dimension) : []).sort((one, other) => other.score - one.score);
  const [highest, lowest] = [scores[0], scores.at(-1)];
  if (!highest || !lowest || highest.score < 0.5 || lowest.score >= 0.5) return void 0;
  return highest.score - lowest.score < spreadMin ? void 0 : { highest, lowest };
}
function describeSplit({ highest, lowest }) {
  return `The team is split: ${highest.score.toFixed(2)} for ${highest.name}, ${lowest.score.toFixed(2)} for ${lowest.name}.`;
}
function scoreOf(person, dimension) {
  const { name, [dimension]: score2 } = person;
  return typeof score2 === "number" ? [{ name: typeof name === "string" ? name : "somebody who has left", score: score2 }] : [];
}
function isRecord2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// packages/cli/src/api/score/output.ts
function tableOf(results, assessments, subject, { explain, min }) {
  const { dimensions } = subject;
  const [first = "", ...others] = dimensions;
  const head = [first, ...barCell(""), ...others, "picture", ""].map((cell) => dim(cell));
  const isGated = min !== void 0;
  const rows = results.map((result, i) => rowOf(result, assessments[i], dimensions, isGated));
  const lines = table([head, ...rows]);
  return explain ? [...lines, ...results.flatMap((result) => paragraph(explained(result, subject)))] : lines;
}
function paragraph(lines) {
  return lines.length > 0 ? ["", ...lines] : [];
}
function rowOf(result, assessment, dimensions, isGated) {
  const [first = "", ...others] = dimensions;
  const { error, frame_id } = result;
  if (error) return [red("failed"), ...barCell(""), ...others.map(() => " ".repeat(6)), frame_id, red(error.message)];
  const value = numberOf(result[first]);
  const isLow = assessment !== void 0 && isRefused(assessment);
  const before = assessment?.before;
  const colour = isLow ? red : isGated || before !== void 0 ? green : (text) => text;
  const rest = others.map((name) => numberOf(result[name]).toFixed(4));
  const note = isLow ? red(assessment.reason ?? "") : before === void 0 ? "" : `was ${before.toFixed(4)}`;
  return [colour(value.toFixed(4)), ...barCell(colour(bar(value, barWidth()))), ...rest, frame_id, note];
}
function barCell(content) {
  return barWidth() > 0 ? [content || " ".repeat(barWidth())] : [];
}
function explained(result, { dimensions, nameOf }) {
  const { frame_id, details } = result;
  if (!details) return [];
  return [
    frame_id,
    ...describeAllReasons(details, dimensions, nameOf).flatMap(({ dimension, reasons }) => [
      dim(`  ${dimension}`),
      ...splitOf(result, dimension).map((sentence) => `          ${sentence}`),
      ...reasons.map((reason) => `    ${effectOf(reason)} ${reason.text}`)
    ])
  ];
}
function splitOf(result, dimension) {
  const split = splitIn(result, dimension);
  return split ? [describeSplit(split)] : [];
}
function effectOf({ effect }) {
  if (effect === void 0) return "     ";
  return (effect > 0 ? green : red)(effectText(effect));
}

// packages/core/src/report/html.ts
function html(strings, ...values) {
  const parts = strings.flatMap((string, i) => {
    const value = values[i];
    return value === void 0 ? [string] : [string, typeof value === "string" ? escapeText(value) : value.text];
  });
  return { text: parts.join("") };
}
function join6(pieces) {
  return { text: pieces.map(({ text }) => text).join("") };
}
var escapes = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function escapeText(text) {
  return spaced(escapeMarkup(text));
}
function escapeMarkup(text) {
  return text.toWellFormed().replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "").replaceAll(/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "�");
}
function spaced(text) {
  return text.replaceAll(/[\t\n\r]/g, " ");
}

// packages/core/src/report/junit.ts
function junitReport(suite, assessments, seconds) {
  const count = (...outcomes) => String(assessments.filter(({ outcome }) => outcomes.includes(outcome)).length);
  const counts = html`tests="${String(assessments.length)}" failures="${count("low", "fell")}" errors="${count("failed")}"`;
  const time = html`time="${seconds.toFixed(3)}"`;
  const cases = assessments.map(
    (one) => html`    <testcase classname="${suite}" name="${one.name}">${outcomeOf(one)}</testcase>\n`
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="palate" ${counts} ${time}>
  <testsuite name="${suite}" ${counts} skipped="${count("skipped")}" ${time}>
${join6(cases)}  </testsuite>
</testsuites>
`.text;
}
function outcomeOf(assessment) {
  const { outcome, reason = "", warning, score: score2 } = assessment;
  if (outcome === "failed") return html`<error type="failed" message="${reason}"/>`;
  if (outcome === "skipped") return html`<skipped message="${reason}"/>`;
  const lines = [score2?.toFixed(4) ?? "", ...describeInText(assessment)];
  const text = join6(lines.map((line2, i) => i === 0 ? html`${line2}` : html`\n${line2}`));
  if (outcome === "passed") return html`<system-out>${text}</system-out>`;
  const message = warning === void 0 ? reason : `${reason} (${warning})`;
  return html`<failure type="${outcome}" message="${message}">${text}</failure><system-out>${lines[0] ?? ""}</system-out>`;
}

// packages/core/src/report/sarif.ts
var rules = {
  low: "The picture does not reach the minimum of the taste profile",
  fell: "The picture scores lower than before",
  failed: "The picture could not be scored",
  skipped: "The picture could not be scored",
  close: "The score is close to the minimum: a person should look"
};
function sarifReport(assessments) {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Palate",
            rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } }))
          }
        },
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder that the command ran in" } } },
        results: assessments.flatMap(resultOf)
      }
    ]
  };
  return `${JSON.stringify(log, null, 2)}
`;
}
function resultOf(assessment) {
  const { name, outcome, score: score2, warning } = assessment;
  if (outcome === "passed" && warning === void 0) return [];
  const scored2 = score2 === void 0 ? [] : [`Score ${score2.toFixed(4)}`];
  return [
    {
      ruleId: outcome === "passed" ? "close" : outcome,
      level: outcome === "passed" || outcome === "skipped" ? "warning" : "error",
      message: { text: [...scored2, ...describeInText(assessment)].join("\n").toWellFormed() },
      // A picture has no lines, and GitHub shows only results that have one.
      locations: [{ physicalLocation: { artifactLocation: artifactAt(name), region: { startLine: 1 } } }]
    }
  ];
}
function artifactAt(name) {
  if (/^(?:https?|data|frame):/i.test(name)) return { uri: escapeAddress(name.toWellFormed()) };
  const path = name.toWellFormed().replace(/^\.\//, "").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? { uri: `file://${path}` } : { uri: path, uriBaseId: "%SRCROOT%" };
}
function escapeAddress(address) {
  return address.replaceAll(/%(?![0-9a-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/giu, encodeURIComponent);
}

// packages/cli/src/write-file.ts
import { writeFileSync as writeFileSync2 } from "node:fs";
function writeFile(file, text) {
  if (file === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync2(file, text);
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${error.message}`);
  }
}

// packages/cli/src/api/score/report/build-reports.ts
function writeBuildReports({ subject, answer, assessments, options }) {
  const { junit, sarif } = options;
  if (junit !== void 0) writeFile(junit, junitReport(subject.profile.name, assessments, answer.latency_ms / 1e3));
  if (sarif !== void 0) writeFile(sarif, sarifReport(assessments));
  for (const file of [junit, sarif]) if (file !== void 0 && file !== "-") printWarning(`wrote ${file}`);
}

// packages/server/src/config/config-error.ts
var ConfigError = class extends Error {
  name = "ConfigError";
};

// packages/cli/src/exit-code.ts
var usageExitCode = 2;
function exitCodeOf(error) {
  if (error instanceof ConfigError || error instanceof UsageError) return usageExitCode;
  if (error instanceof ScoreTooLow) return 3;
  return error instanceof NotSignedIn || isAuthError(error) ? 4 : 1;
}

// packages/cli/src/explain-error.ts
function explainError(error) {
  if (error instanceof CommandError) return [error.message, ...error.details];
  if (error instanceof ConfigError) return error.message;
  if (isPalateError(error)) return explainRefusal(error);
  if (isSystemError(error)) return error.message;
  return String(error instanceof Error ? error.stack : error).split("\n");
}
var nextSteps = {
  connection_failed: "is the service running? Start one with `palate serve`, or pass another URL with --url",
  timeout: "try again, or check the log of the service",
  unexpected_answer: "pass the URL of a Palate service with --url",
  invalid_api_key: "sign in again with `palate login`",
  missing_api_key: "sign in with `palate login`",
  expired_api_key: "create a new key, then sign in with `palate login`",
  revoked_api_key: "sign in with another key: `palate login`",
  scope_forbidden: "use a key with that scope; `palate keys create --scopes` creates one",
  profile_not_found: "`palate profiles` lists them, `palate init` chooses one for this folder",
  branch_not_found: "`palate branch` lists them",
  unknown_branch: "`palate branch` lists them",
  version_not_found: "`palate log --all` lists them",
  unknown_version: "`palate log --all` lists them",
  webhook_not_found: "`palate webhooks` lists them",
  key_not_found: "`palate keys` lists them",
  precondition_failed: "someone else changed it in the meantime: run the command again",
  head_conflict: "someone else committed in the meantime: run the command again",
  budget_exceeded: "`palate budget` shows the totals and changes them",
  rate_limited: "wait a minute, then run the command again"
};
function explainRefusal({ message, code, errors, requestId }) {
  const next = nextSteps[code];
  const bug = code === "internal" && requestId ? ` (see request ${requestId} in the log of the service)` : "";
  const first = `${message}${next === void 0 ? bug : `; ${next}`}`;
  const others = errors.map((one) => `${one.path}: ${one.message}`).filter((line2) => line2 !== message);
  return [first, ...others.map((line2) => `  ${line2}`)];
}
function isSystemError(error) {
  return error instanceof Error && "syscall" in error && "code" in error;
}

// action/inputs.ts
function readInputs(env2 = process.env) {
  const take = (name) => {
    const variable = `INPUT_${name.toUpperCase()}`;
    const value = env2[variable]?.trim() ?? "";
    delete env2[variable];
    return value;
  };
  const optional = (name) => take(name) || void 0;
  const min = optional("min");
  return {
    url: take("url"),
    key: take("key"),
    token: take("token"),
    profile: optional("profile"),
    branch: optional("branch"),
    versionId: optional("profile-version"),
    files: take("files").split("\n").flatMap((line2) => line2.trim() || []),
    min: min === void 0 ? void 0 : Number(min),
    allowClose: take("allow-close") === "true",
    baseline: optional("baseline"),
    junit: optional("junit"),
    sarif: optional("sarif")
  };
}
function annotateRun(level, message) {
  const text = message.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${level}::${printable(text)}
`);
}

// action/comment.ts
var commentCharactersMax = 65536;
var requestMsMax = 3e4;
var pagesMax = 50;
var perPage = 100;
async function commentOn(pullRequest, { token, profile }, text, { onlyUpdate } = { onlyUpdate: false }) {
  if (token === "" || !Number.isInteger(pullRequest)) return;
  const marker = `<!-- palate:${encodeURIComponent(profile ?? "").replaceAll("-", "%2D")} -->`;
  const comments = `/repos/${process.env.GITHUB_REPOSITORY}/issues`;
  const body = bodyOf(`${marker}
${text}`);
  try {
    const own = await findOwn(token, `${comments}/${pullRequest}/comments`, marker);
    if (own) await request(token, "PATCH", `${comments}/comments/${own.id}`, { body });
    else if (!onlyUpdate) await request(token, "POST", `${comments}/${pullRequest}/comments`, { body });
  } catch (error) {
    annotateRun("warning", `No comment was written: ${error instanceof Error ? error.message : error}`);
  }
}
function bodyOf(whole) {
  const note = "\n\nThe table is longer: see the summary of the run.\n";
  if (whole.length <= commentCharactersMax) return whole;
  const cut = whole.slice(0, commentCharactersMax - note.length);
  return `${cut.slice(0, cut.lastIndexOf("\n"))}${note}`;
}
async function findOwn(token, path, marker) {
  for (let page = 1; page <= pagesMax; page++) {
    const found = await request(token, "GET", `${path}?per_page=${perPage}&page=${page}`);
    if (!Array.isArray(found)) throw new Error("GitHub did not return a list of comments");
    const comments = found;
    const own = comments.find(({ body, user }) => user?.type === "Bot" && String(body).startsWith(marker));
    if (own || comments.length < perPage) return own;
  }
  return void 0;
}
async function request(token, method, path, body) {
  const { GITHUB_API_URL = "https://api.github.com" } = process.env;
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28"
    },
    signal: AbortSignal.timeout(requestMsMax),
    ...body && { body: JSON.stringify(body) }
  });
  if (response.status === 403 || response.status === 404) {
    throw new Error("the token may not write comments; give the job the permission pull-requests: write");
  }
  if (!response.ok) throw new Error(`GitHub responded with ${response.status}`);
  return response.json();
}

// action/main.ts
var pictureKinds = ["*.jpg", "*.jpeg", "*.png", "*.webp", "*.gif", "*.avif"];
var listBytesMax = 2 ** 27;
var { GITHUB_WORKSPACE, GITHUB_EVENT_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;
process.exitCode = await run(readInputs());
async function run(inputs) {
  try {
    if (GITHUB_WORKSPACE) process.chdir(GITHUB_WORKSPACE);
    const pullRequest = readPullRequest();
    const reason = reasonWithoutSecrets(inputs, pullRequest);
    if (reason !== void 0) return end("neutral", reason);
    return await score(inputs, pullRequest);
  } catch (error) {
    const lines = [explainError(error)].flat();
    printWarning(lines);
    annotateRun("error", `The pictures were not scored: ${lines.join("\n")}`);
    summarise(`### Palate

The pictures were not scored. The log says why.
`);
    end("error");
    return exitCodeOf(error);
  }
}
async function score(inputs, pullRequest) {
  const options = optionsOf(inputs);
  const palate = clientOf({ url: options.url, apiKey: inputs.key });
  const names = inputs.files.length > 0 ? inputs.files : picturesOfPullRequest();
  const comment = (body, options2) => commentOn(pullRequest?.number, inputs, body, options2);
  if (names.length === 0) {
    await comment("No pictures to score.\n", { onlyUpdate: true });
    return end("pass", "No pictures to score.");
  }
  const pictures = await assessPictures(palate, listedInputs(names), options);
  const { subject, assessments, best } = pictures;
  const [dimension = ""] = subject.dimensions;
  print(tableOf(best, assessments, subject, pictures.options));
  writeBuildReports(pictures);
  annotateAssessments(assessments, dimension);
  warnOfClose(assessments);
  const summary = scoreMarkdown(subject.profile.name, dimension, assessments);
  summarise(summary);
  await comment(summary);
  return decide(pictures);
}
function decide({ assessments, options }) {
  try {
    judge(assessments, options);
    return end("pass");
  } catch (error) {
    const code = exitCodeOf(error);
    printWarning(explainError(error));
    end(code === 3 ? "fail" : "error");
    return code;
  }
}
function optionsOf(inputs) {
  const { profile, branch, versionId, baseline, min, allowClose, junit, sarif } = inputs;
  if (branch !== void 0 && versionId !== void 0) {
    throw new UsageError("the inputs branch and profile-version exclude each other");
  }
  if (min !== void 0 && !(min >= 0 && min <= 1)) throw new UsageError("the input min must be a number from 0 to 1");
  return {
    url: addressOf(inputs.url, "the input url"),
    ...profile !== void 0 && { profile },
    ...branch !== void 0 && { branch },
    ...versionId !== void 0 && { versionId },
    ...baseline !== void 0 && { baseline },
    ...min === void 0 ? { gate: true } : { min },
    ...junit !== void 0 && { junit },
    ...sarif !== void 0 && { sarif },
    allowClose
  };
}
function readPullRequest() {
  if (!GITHUB_EVENT_PATH) return void 0;
  return JSON.parse(readFileSync6(GITHUB_EVENT_PATH, "utf8")).pull_request;
}
function reasonWithoutSecrets({ key }, pullRequest) {
  if (key !== "") return void 0;
  const base = pullRequest?.base?.repo?.id;
  if (base !== void 0 && pullRequest?.head?.repo?.id !== base) {
    return "This pull request comes from a fork, which gets no secrets: its pictures were not scored.";
  }
  if (pullRequest && process.env.GITHUB_ACTOR === "dependabot[bot]") {
    return "Dependabot's pull requests get no secrets of actions: the pictures were not scored.";
  }
  throw new UsageError("the input key is empty: is the secret set?");
}
function picturesOfPullRequest() {
  const base = process.env.GITHUB_BASE_REF;
  if (!base) throw new UsageError("outside a pull request, the input files is required");
  const args = ["diff", "--name-only", "--relative", "-z", "--diff-filter=d", `origin/${base}...HEAD`, "--"];
  try {
    const listed = execFileSync2("git", [...args, ...pictureKinds], {
      encoding: "utf8",
      maxBuffer: listBytesMax,
      stdio: ["ignore", "pipe", "inherit"]
    });
    return listed.split("\0").filter((name) => name !== "");
  } catch {
    throw new CommandError(
      "the pictures of the pull request cannot be listed: check out with fetch-depth: 0, or set the input files"
    );
  }
}
function end(verdict, note) {
  if (note !== void 0) {
    print(note);
    summarise(`### Palate

${note}
`);
    if (verdict === "neutral") annotateRun("notice", note);
  }
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `verdict=${verdict}
`);
  return 0;
}
function summarise(text) {
  if (!GITHUB_STEP_SUMMARY) return;
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, text);
  } catch (error) {
    printWarning(`cannot write the summary: ${error.message}`);
  }
}

/*
This package contains code from the projects below, each under its own licence.

--------------------------------------------------------------------------------

@clack/core 1.6.0 (MIT)

MIT License

MIT License Copyright (c) 2025-Present [Bombshell contributors](https://bomb.sh/team)

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

@clack/prompts 1.9.0 (MIT)

MIT License

MIT License Copyright (c) 2025-Present [Bombshell contributors](https://bomb.sh/team)

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

fast-string-truncated-width 3.0.3 (MIT)

The MIT License (MIT)

Copyright (c) 2024-present Fabio Spampinato

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the "Software"),
to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

fast-string-width 3.0.2 (MIT)

The MIT License (MIT)

Copyright (c) 2024-present Fabio Spampinato

Permission is hereby granted, free of charge, to any person obtaining a
copy of this software and associated documentation files (the "Software"),
to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

fast-wrap-ansi 0.2.2 (MIT)

MIT License

Copyright (c) 2025 James Garbutt

Copyright (c) Sindre Sorhus <sindresorhus@gmail.com> (https://sindresorhus.com)

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

--------------------------------------------------------------------------------

ignore 7.0.14 (MIT)

Copyright (c) 2013 Kael Zhang <i@kael.me>, contributors
http://kael.me/

Permission is hereby granted, free of charge, to any person obtaining
a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be
included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

--------------------------------------------------------------------------------

picocolors 1.1.1 (ISC)

ISC License

Copyright (c) 2021-2024 Oleksii Raspopov, Kostiantyn Denysov, Anton Verinov

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.

--------------------------------------------------------------------------------

sisteransi 2.0.0 (MIT)

MIT License

Copyright (c) 2018 Terkel Gjervig Nielsen

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
*/
