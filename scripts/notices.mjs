// Writes THIRD-PARTY-NOTICES.md: the licences of every package that an installation without development packages may have, from
// package-lock.json and node_modules. Packages made for one platform are named only: which is installed depends on the machine.
//   node scripts/notices.mjs [--check]      --check: writes nothing, status 1 when the file is not up to date
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FILE = `${ROOT}THIRD-PARTY-NOTICES.md`;
/** Licences that ask for no more than their notice. Another one is a decision, and ends here. */
const ACCEPTED =
  /^\(?((MIT|ISC|0BSD|BSD-0-Clause|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Python-2\.0|MPL-2\.0|OFL-1\.1|Unlicense|CC0-1\.0)( (OR|AND) )?)+\)?$/;

/** Development packages of which files are copied into the repository (src/console/assets/vendor). */
const COPIED = ['@fontsource-variable/inter', 'htmx.org'];

const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
const installed = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && (!dev || COPIED.some((name) => path === `node_modules/${name}`)))
  .map(([path, { name, version, license, os, cpu }]) => ({
    name: name ?? path.split('node_modules/').at(-1),
    version,
    license,
    text: os === undefined && cpu === undefined ? textIn(`${ROOT}${path}`) : null,
  }));

const refused = installed.filter(({ license }) => !ACCEPTED.test(license ?? ''));
if (refused.length > 0) {
  for (const { name, version, license } of refused) process.stderr.write(`${name} ${version}: ${license}\n`);
  process.exit(1);
}

const notices = noticesOf(installed);
if (process.argv[2] !== '--check') writeFileSync(FILE, notices);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== notices) {
  process.stderr.write('THIRD-PARTY-NOTICES.md is not up to date: node scripts/notices.mjs\n');
  process.exit(1);
}

/** Licence and notice files of a package; null when it has none or is not installed. */
function textIn(folder) {
  if (!existsSync(folder)) return null;
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)([.-]|$)/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .sort()
    .map((name) =>
      readFileSync(`${folder}/${name}`, 'utf8')
        .replace(/\r/g, '')
        .replace(/[ \t]+$/gm, '')
        .trim(),
    );
  return texts.length === 0 ? null : texts.join('\n\n');
}

function noticesOf(all) {
  const byText = new Map();
  for (const { name, version, license, text } of all) {
    const key = text ?? '';
    const found = byText.get(key) ?? new Set();
    byText.set(key, found.add(`${name} ${version} (${license})`));
  }
  const without = [...(byText.get('') ?? [])].sort();
  byText.delete('');
  const sections = [...byText]
    .map(([text, names]) => ({ text, names: [...names].sort() }))
    .sort((one, other) => (one.names[0] < other.names[0] ? -1 : 1));
  return [
    '# Third-party notices\n\nThe packages that the service is installed with, and their licences. Made by `node scripts/notices.mjs`.\n',
    `## Named by their package alone\n\n${without.map((name) => `- ${name}`).join('\n')}\n`,
    ...sections.map(({ text, names }) => `## ${names.join(', ')}\n\n\`\`\`\`text\n${text}\n\`\`\`\`\n`),
  ].join('\n');
}
