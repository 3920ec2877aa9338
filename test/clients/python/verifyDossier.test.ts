// The independent verifier of dossiers in Python, which shares no code with the service's own.
import { afterAll, beforeAll, expect, it } from '#jest';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { dossierMonth, type DossierMonth } from '../../support/dossierMonth.js';
import { shownToAll, withoutPeople } from '../../support/dossierTamperings.js';
import { compressedZips, refusedZips } from '../../support/dossierZips.js';
import { describeWithCryptography } from '../../support/loudlySkipped.js';
import { rawZip } from '../../support/rawZip.js';
import { temporaryDir } from '../../support/service.js';

const VERIFIER = fileURLToPath(new URL('../../../../clients/python/verify_dossier.py', import.meta.url));
/** Runs the program for each line of words, so that Python and its packages start once. */
const AGAIN = `
import contextlib, io, json, runpy, sys
for line in sys.stdin:
    sys.argv = json.loads(line)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            runpy.run_path(sys.argv[0], run_name='__main__')
        except SystemExit as ended:
            status = ended.code
    print(json.dumps({'status': status, 'stdout': out.getvalue()}), flush=True)
`;

describeWithCryptography('verifyDossier')('The verifier in Python', () => {
  let dir: string;
  let month: DossierMonth;
  let python: ChildProcess;
  let answers: Interface;
  const wordsOf = (names: readonly string[]) => [VERIFIER, ...names.map((name) => join(dir, name))];
  async function verified(...names: readonly string[]): Promise<Readonly<{ status: number; stdout: string }>> {
    const answered = once(answers, 'line');
    python.stdin?.write(`${JSON.stringify(wordsOf(names))}\n`);
    const [line] = (await answered) as [string];
    return JSON.parse(line) as Awaited<ReturnType<typeof verified>>;
  }

  beforeAll(async () => {
    dir = await temporaryDir();
    month = await dossierMonth(dir);
    python = spawn('python3', ['-c', AGAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
    answers = createInterface({ input: python.stdout as Readable });
  });
  afterAll(() => void python.kill());

  it('is a program that ends with 0 for a whole dossier, and with 1 for another', () => {
    const statusOf = (name: string) => spawnSync('python3', wordsOf([name])).status;
    expect([statusOf('dossie.zip'), statusOf('cut.zip')]).toEqual([0, 1]);
  });

  it('finds a dossier whole, with the checkpoint that was kept', async () => {
    expect(await verified('dossie.zip', 'older.txt')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^confere$/m),
    });
    expect(await verified('rotated.zip', 'older.txt')).toMatchObject({ status: 0 });
    expect((await verified('dossie.zip')).stdout).toMatch(
      /^vai até o evento \d+ de books-1 \(CompetenceClosed\), de .*; atos posteriores não estão no dossiê$/m,
    );
    expect(await verified('dossie.zip', 'newer.txt')).toEqual({
      status: 1,
      stdout: expect.stringContaining('não comprovado'),
    });
  });

  it('is given a dossier with an item of a schedule, which says where it came from', () => {
    const rows = month.whole.get('composicoes.csv')?.toString().split('\r\n') ?? [];
    expect(rows[0]).toMatch(/;baixado;fonte$/);
    expect(rows.filter((row) => /;(?:DIGITADO|CRONOGRAMA)$/.test(row))).toHaveLength(5);
    expect(rows.find((row) => row.includes('Seguro'))).toMatch(/;CRONOGRAMA$/);
  });

  it('is given a dossier with items that the release carried from the month imported before', () => {
    const rows = month.whole.get('composicoes.csv')?.toString().split('\r\n') ?? [];
    expect(
      rows.flatMap((row) => /;(Cheque \d+);.*;(carry);[0-9a-f-]{36};(2026-04);;/.exec(row)?.slice(1) ?? []),
    ).toEqual(['Cheque 17', 'Cheque 18'].flatMap((item) => [item, 'carry', '2026-04']));
  });

  it('finds a fork of the log', async () => {
    expect(await verified('dossie.zip', 'fork.txt')).toEqual({
      status: 1,
      stdout: expect.stringContaining('bifurcado'),
    });
  });

  it('refuses a file that was cut', async () => {
    expect(await verified('cut.zip')).toEqual({
      status: 1,
      stdout: expect.stringContaining('não é um dossiê inteiro'),
    });
  });

  it('says in words which file it cannot read', async () => {
    expect(await verified('absent.zip')).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^✗ não foi possível ler o arquivo .*absent\.zip\nNÃO CONFERE\n$/),
    });
    expect(await verified('dossie.zip', 'absent.txt')).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^✗ não foi possível ler o arquivo .*absent\.txt$/m),
    });
  });

  it('says in words that an event has another shape', async () => {
    const whole = new Map(month.whole).set('events.ndjson', Buffer.from('{}\n'));
    await writeFile(join(dir, 'outro.zip'), rawZip([...whole].map(([name, bytes]) => ({ name, bytes }))));
    expect(await verified('outro.zip')).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^✗ o dossiê não tem o formato esperado \(\w+\)$/m),
    });
  });

  it.each(withoutPeople)('finds a dossier whole from which $what was taken out', async (how) => {
    await month.tampered(how);
    expect(await verified('tampered.zip')).toEqual({ status: 0, stdout: expect.stringMatching(/^confere$/m) });
  });

  it.each(refusedZips)('refuses in one sentence with $what', async ({ zip, says }) => {
    await writeFile(join(dir, 'outro.zip'), zip(month.whole));
    const { status, stdout } = await verified('outro.zip');
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(says) });
    expect(stdout).toMatch(/^✗ [^\n]+\nNÃO CONFERE\n$/);
  });

  it.each(compressedZips)('finds a dossier whole also $what', async ({ zip }) => {
    await writeFile(join(dir, 'outro.zip'), zip(month.whole));
    expect(await verified('outro.zip')).toEqual({ status: 0, stdout: expect.stringMatching(/^confere$/m) });
  });

  it.each(shownToAll())('shows $what (signed again: $resigned)', async (how) => {
    await month.tampered(how);
    expect(await verified('tampered.zip')).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^✗ .*NÃO CONFERE\n$/ms),
    });
  });
});
