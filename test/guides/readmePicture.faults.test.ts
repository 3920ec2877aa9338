// Takes the README's picture: reconciliations of the sample month, asked for in GraphiQL. UPDATE_GOLDEN=1 keeps it as
// docs/imagens/graphiql.png. The bytes are not compared: fonts and dates differ from machine to machine.
import { afterAll, beforeAll, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ROOT } from '../support/guideBlocks.js';
import { operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { CHROMIUM, describeWithChromium } from '../support/loudlySkipped.js';

const WAIT_MS = 60_000;
const PICTURE = 'docs/imagens/graphiql.png';
const SIZE = { width: 1200, height: 720 };
const SCOPES = 'trial_balances:write,analytics:read';
const query = (month: string) => `{
  conciliacoes(period: "${month}", limit: 3) {
    data {
      contaCodigo
      contaDescricao
      status
      responsavelPapel
      prazo
      slaStatus
      saldoContabil
    }
    pagination {
      total
    }
  }
}
`;

describeWithChromium('guides/readmePicture')('The picture of the README', () => {
  let service: Service;
  let month: string;
  let secret: string;
  beforeAll(async () => {
    service = await startService({ dataDir: await temporaryDir() });
    month = execFileSync(process.execPath, ['scripts/sample.mjs'], { cwd: ROOT }).toString().trim();
    const operator = (...args: string[]) => operatorJson(service.dataDir, args);
    await operator('apply', join(ROOT, 'fixtures/registers.json'));
    const issue = ['keys', 'issue', '--client', 'demonstracao', '--name', 'ERP', '--scopes', SCOPES];
    ({ secret } = (await operator(...issue)) as { secret: string });
    const imported = await fetch(`${service.url}/api/v1/trial-balances`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: readFileSync(join(ROOT, 'exemplo/balancete.json')),
    });
    expect(imported.status).toBe(201);
    await operator('release', '--company', '1', '--period', month);
  });
  afterAll(async () => {
    await service.kill();
    await removeDir(service.dataDir);
  });

  it('shows reconciliations of the current month that are on time, and no key', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: WAIT_MS });
    try {
      const page = await browser.newPage({ viewport: SIZE, locale: 'pt-BR' });
      page.setDefaultTimeout(WAIT_MS);
      const shown = await askedInGraphiql(page);
      expect(shown).toContain('"slaStatus": "ON_TIME"');
      expect(shown).not.toContain('OVERDUE');
      expect(await page.locator('#key').getAttribute('type')).toBe('password');
      expect(await page.locator('body').innerText()).not.toContain(secret);
      const picture = await page.screenshot();
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(join(ROOT, PICTURE), picture);
      expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`](${PICTURE})`);
      expect(sizeOf(readFileSync(join(ROOT, PICTURE)))).toEqual(SIZE);
    } finally {
      await browser.close();
    }
  });

  /** @returns the text of the answer on the screen */
  async function askedInGraphiql(page: Page): Promise<string> {
    await page.goto(`${service.url}/api/v1/graphiql`);
    await page.waitForSelector('.graphiql-execute-button');
    await page.fill('#key', secret);
    await page.click('#access button');
    await page.getByText('chave em uso nesta página').waitFor();
    const editor = "document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror";
    await page.evaluate(`${editor}.setValue(${JSON.stringify(query(month))})`);
    const answer = page.locator('.result-window');
    // GraphiQL notices a little later that the operation has no name anymore; until then, it asks for the one before.
    await until(async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/graphql'));
      await page.click('.graphiql-execute-button');
      await answered;
      return (await answer.innerText()).includes('"slaStatus"');
    }, 'the reconciliations');
    return answer.innerText();
  }
});

/** Of a PNG: in its first chunk. */
function sizeOf(png: Buffer): typeof SIZE {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
