// The Node that README and package.json ask for is one that everything installed for production runs on, and the
// one whose functions the compiler knows.
import { expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Package = Readonly<{ dev?: boolean; version?: string; engines?: Readonly<{ node?: string }> }>;
type Numbers = readonly [number, number, number];

const text = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { packages } = JSON.parse(text('package-lock.json')) as {
  packages: Readonly<Record<string, Package>>;
};
const asked = packages['']?.engines?.node ?? '';

function numbers(version: string): Numbers {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/[^0-9.]/g, '')
    .split('.')
    .map(Number);
  return [major, minor, patch];
}

function isBefore([a, b, c]: Numbers, [x, y, z]: Numbers): boolean {
  return (a - x || b - y || c - z) < 0;
}

/**
 * Ranges as packages write them: alternatives, each of one version that is at least asked for, or exactly its
 * major.
 */
function runsOn(version: Numbers, range: string): boolean {
  return range.split('||').some((alternative) => {
    const least = numbers(alternative);
    const isOpen = alternative.trim() === '*' || alternative.includes('>=');
    return !isBefore(version, least) && (isOpen || version[0] === least[0]);
  });
}

it('runs every dependency of the service', () => {
  const refusing = Object.entries(packages)
    .filter(([name, { dev, engines }]) => name !== '' && dev !== true && engines?.node !== undefined)
    .filter(([, { engines }]) => !runsOn(numbers(asked), engines?.node ?? ''))
    .map(([name, { engines }]) => `${name} ${engines?.node ?? ''}`);
  expect(refusing).toEqual([]);
});

it('is named in the README, and has every function that the compiler’s library declares', () => {
  const [major, minor] = numbers(asked);
  expect(text('README.md')).toContain(`Node.js ${major}.${minor} ou mais novo`);
  expect(JSON.parse(text('package.json'))).toMatchObject({ engines: { node: asked } });
  expect(numbers(packages['node_modules/@types/node']?.version ?? '').slice(0, 2)).toEqual([major, minor]);
});

it('is 24 in the image, which is the newer one that .ci/run tests', () => {
  const image = [...text('Dockerfile').matchAll(/^FROM node:(\d+)\b/gm)].map(([, major]) => major);
  const tested = /^readonly NEWER_NODE=(\d+)$/m.exec(text('.ci/run'))?.[1];
  expect(image).toEqual(['24', '24']);
  expect(tested).toBe('24');
});
