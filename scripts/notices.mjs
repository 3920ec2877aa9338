// Prints the third-party notices: the licences of every package that an installation without development packages may have and
// of what the build copies, from package-lock.json and node_modules. Packages made for one platform are named only: which is
// installed depends on the machine. Fails on a licence that asks for more than its notice.
//   node scripts/notices.mjs > THIRD-PARTY-NOTICES.md
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COPIED } from './pageAssets.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Licences that ask for no more than their notice. Another one is a decision, and ends here. */
const ACCEPTED =
  /^\(?((MIT|MIT-0|ISC|0BSD|BSD-0-Clause|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Python-2\.0|MPL-2\.0|OFL-1\.1|Unlicense|CC0-1\.0)( (OR|AND) )?)+\)?$/;

const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
const shipped = new Set(Object.keys(packages).filter((path) => path !== '' && !packages[path].dev));
for (const name of COPIED) addWithWhatItNeeds(`node_modules/${name}`);
const told = [...shipped].sort().map((path) => {
  const { name = path.split('node_modules/').at(-1), version, license, os, cpu } = packages[path];
  return { name, version, license, text: os === undefined && cpu === undefined ? textIn(`${ROOT}${path}`) : null };
});

const refused = told.filter(({ license }) => !ACCEPTED.test(license ?? ''));
for (const { name, version, license } of refused) process.stderr.write(`${name} ${version}: ${license}\n`);
if (refused.length > 0) process.exitCode = 1;
else process.stdout.write(noticesOf(told));

/** A file that is copied may hold the code of the packages it is built of. */
function addWithWhatItNeeds(path) {
  if (shipped.has(path)) return;
  shipped.add(path);
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const name of [...needed, ...peers]) addWithWhatItNeeds(placeOf(name, path));
}

/** Where Node finds a package that another one asks for. */
function placeOf(name, from) {
  const path = `${from}/node_modules/${name}`;
  if (path in packages || from === '') return path.replace(/^\//, '');
  return placeOf(name, from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '');
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
