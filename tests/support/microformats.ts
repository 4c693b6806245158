import { spawnSync } from 'node:child_process';

export type Value = string | Item | { value: string; html?: string; alt?: string };
export type Item = {
  type: string[];
  properties: Record<string, Value[]>;
  children?: Item[];
  value?: string;
};
export type Parsed = { items: Item[]; rels: Record<string, string[]> };

/** Debian's own Python, which has Debian's packages. */
const python = '/usr/bin/python3';
const readWithPython =
  'import sys, json, mf2py; print(json.dumps(mf2py.parse(doc=sys.stdin.read(), url=sys.argv[1])))';
/** What the parser uses of the extension mbstring, which its package does not require; class names are ASCII. */
const withoutMbstring = `if (!function_exists("mb_substr")) {
  function mb_detect_encoding($text) { return "UTF-8"; }
  function mb_convert_encoding($text) {
    $entity = fn($found) => "&#" . unpack("N", iconv("UTF-8", "UCS-4BE", $found[0]))[1] . ";";
    return preg_replace_callback("/[^\\x00-\\x7f]/u", $entity, $text);
  }
  function mb_substr(...$given) { return substr(...$given); }
  function mb_strlen($text) { return strlen($text); }
} `;
const readWithPhp =
  'require "Mf2/Parser.php"; echo json_encode(Mf2\\parse(stream_get_contents(STDIN), $argv[1]));';

function run(command: string, args: string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return stdout;
}

/** Programs that read microformats, with the Debian package of each. */
export const microformatParsers = [
  {
    name: 'python3-mf2py',
    isInstalled: spawnSync(python, ['-c', 'import mf2py']).status === 0,
    parse: (html: string, url: string): Parsed => JSON.parse(run(python, ['-c', readWithPython, url], html)),
  },
  {
    name: 'php-mf2',
    isInstalled: spawnSync('php', ['-r', 'require "Mf2/Parser.php";']).status === 0,
    parse: (html: string, url: string): Parsed =>
      JSON.parse(run('php', ['-r', withoutMbstring + readWithPhp, '--', url], html)),
  },
];
