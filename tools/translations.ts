import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemsOf } from './check-translation.ts';
import { sourceMessages } from './source-messages.ts';

/**
 * `npm run translations` lists all messages that are translated; `npm run translations -- de` says what is wrong with the catalog of
 * a language, and `npm run translations -- --write FILE` writes the messages with the files that they are in.
 */
const [argument, file] = process.argv.slice(2);
const { messages, problems } = sourceMessages();
for (const problem of problems) console.error(problem);
if (argument === '--write' && file) {
  const list = messages.map(({ text, one, file }) => ({ text, ...(one && { one }), file }));
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
} else if (argument) {
  const catalog = path.resolve(import.meta.dirname, `../src/platform/messages/translations/${argument}.json`);
  const found = existsSync(catalog)
    ? problemsOf(argument, JSON.parse(readFileSync(catalog, 'utf8')), messages)
    : [`There is no ${catalog}.`];
  for (const problem of found) console.log(problem);
  console.log(`${messages.length} messages, ${found.length} problems`);
  if (found.length > 0) process.exitCode = 1;
} else for (const { text } of messages) console.log(text);
