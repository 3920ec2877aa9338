// Guides and docker-compose.yml say what the code declares: every variable, command and error code, and every
// field of a registers' file.
import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import * as registers from '../../src/commands/registers/registersSchema.js';
import { guideText, ROOT } from '../support/guideBlocks.js';

it('has in guides and docker-compose.yml what scripts/guideTables.mjs makes of the code', () => {
  const check = [join(ROOT, 'scripts/guideTables.mjs'), '--check'];
  expect(() => execFileSync(process.execPath, check, { stdio: 'pipe' })).not.toThrow();
});

describe('docs/cadastros.md', () => {
  const sections = new Map(
    guideText('cadastros.md')
      .split(/^## /m)
      .map((section) => [section.split('\n', 1)[0] ?? '', section] as const),
  );

  it.each([
    ['Cliente', registers.client],
    ['Usuário', registers.user],
    ['Papel', registers.role],
    ['Empresa', registers.company],
    ['Prazos', registers.deadlines],
    ['Responsáveis padrão', registers.owners],
    ['Aprovação automática', registers.autoApproval],
    ['Plano de contas', registers.chart],
    ['Conta', registers.account],
  ] as const)('names the fields of %s in their order', (title, { shape }) => {
    const named = [...(sections.get(title) ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(shape));
  });

  it('names every value of an enumeration', () => {
    const { regimeTributario, status, modules } = registers.company.shape;
    const company = z.object({ regimeTributario, status, modules });
    const known = [registers.role, company, registers.account].flatMap((fields) => {
      const schema = JSON.stringify(z.toJSONSchema(fields as z.ZodType, { io: 'input', unrepresentable: 'any' }));
      return [...schema.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(
        ([, values = '[]']) => JSON.parse(values) as string[],
      );
    });
    const named = [...(sections.get('Valores') ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, value]) => value);
    expect(named.sort()).toEqual(known.sort());
  });
});
