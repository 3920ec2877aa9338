// `prove` and `verify --checkpoint` word by word, as an auditor who keeps checkpoints meets them.
import { expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../../support/operator.js';
import { removeDir, temporaryDir } from '../../../support/service.js';

const at = (name: string): string => join(dataDir, name);

/** Registers a client and keeps the checkpoint after it. @returns its number of events, and the log's id */
async function keep(name: string, ref: string): Promise<readonly [size: number, logId: string]> {
  await cli.apply({ ref, name: ref });
  await cli.json('checkpoint', at(name));
  const [origin = '', size = ''] = (await readFile(at(name), 'utf8')).split('\n');
  return [Number(size), origin.replace('conciliacao/', '')];
}

const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
const [older, logId] = await keep('antigo.txt', 'um');
const [newer] = await keep('novo.txt', 'dois');

it('prove writes the proof and says what it proves', async () => {
  expect(await cli.run('prove', '--from', at('antigo.txt'), at('prova.txt'))).toEqual({
    status: 0,
    stdout: `Os primeiros ${older} dos ${newer} eventos são os do checkpoint anterior\n`,
    stderr: '',
  });
  const proof = await readFile(at('prova.txt'), 'utf8');
  expect(proof.split('\n')[0]).toBe(`old ${older}`);
  expect(proof.endsWith(`\n\n${await readFile(at('novo.txt'), 'utf8')}`)).toBe(true);
  const asked = ['prove', '--from', String(older), '--to', at('novo.txt')];
  const hashes = proof.split('\n\n')[0]?.split('\n').slice(1).length;
  expect(await cli.json(...asked, at('prova-2.txt'))).toEqual({ ok: true, from: older, to: newer, hashes });
  expect(await readFile(at('prova-2.txt'), 'utf8')).toBe(proof);
});

it('prove refuses in a sentence, with status 1, and writes nothing', async () => {
  await writeFile(at('outro.txt'), 'outro');
  const turned = `O checkpoint de --from tem ${newer} eventos e o de --to, ${older}: o anterior precisa ter de 1 até o tamanho do posterior`;
  const refused: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [['--from', at('antigo.txt'), at('prova.txt')], `O arquivo ${at('prova.txt')} já existe`],
    [
      ['--from', at('outro.txt'), at('x.txt')],
      `O arquivo ${at('outro.txt')} não é um checkpoint, como os de GET /v1/log/checkpoint e de operator checkpoint`,
    ],
    [['--from', at('nada.txt'), at('x.txt')], `Não foi possível ler o arquivo ${at('nada.txt')}`],
    [['--from', at('novo.txt'), '--to', at('antigo.txt'), at('x.txt')], turned],
    [
      ['--from', String(newer + 1), at('x.txt')],
      `Nenhum selo assinado cobre exatamente ${newer + 1} eventos: indique o arquivo do checkpoint`,
    ],
  ];
  for (const [args, sentence] of refused)
    expect(await cli.run('prove', ...args)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
  await expect(readFile(at('x.txt'))).rejects.toThrow('ENOENT');
});

it('verify --checkpoint says what the kept checkpoint proves', async () => {
  const { status, stdout, stderr } = await cli.run('verify', '--checkpoint', at('antigo.txt'));
  expect(status).toBe(0);
  expect(stderr).toContain(`Os primeiros ${older} eventos são os do checkpoint do log ${logId}`);
  expect(stdout).toMatch(/^ok\s+sim/m);
  expect(stdout).toMatch(/^ {2}continuado por este log {2}sim$/m);
  expect(stdout).not.toMatch(/isContinued|size|since/);
  expect(await cli.json('verify', '--checkpoint', at('antigo.txt'))).toEqual({
    ok: true,
    events: expect.any(Number),
    streams: expect.any(Number),
    seals: 2,
    problems: [],
    checkpoint: expect.objectContaining({ isContinued: true, logId, size: older, since: [] }),
  });
});

it('verify --checkpoint of one that was changed exits 1', async () => {
  const [origin, size, , ...rest] = (await readFile(at('antigo.txt'), 'utf8')).split('\n');
  const changed = [origin, size, Buffer.alloc(32).toString('base64'), ...rest].join('\n');
  await writeFile(at('mudado.txt'), changed);
  const { status, stdout } = await cli.run('verify', '--checkpoint', at('mudado.txt'), '--json');
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    expect.objectContaining({
      ok: false,
      problems: [
        'O checkpoint não foi assinado com nenhuma chave dos selos deste log',
        expect.stringMatching(/^O log não é uma continuação do checkpoint: /),
      ],
    }),
  ]);
});

it('verify --checkpoint of another log exits 1', async () => {
  const other = await temporaryDir();
  try {
    const theirs = commandLine(other);
    await theirs.apply({ ref: 'um', name: 'um' });
    await theirs.json('checkpoint', join(other, 'alheio.txt'));
    const { status, stdout } = await cli.run('verify', '--checkpoint', join(other, 'alheio.txt'), '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [expect.stringContaining('log')] });
  } finally {
    await removeDir(other);
  }
});
