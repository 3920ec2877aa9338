// The tables of guides say what the code declares: every variable, command and error code, and every field of a registers' file.
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import * as registers from '../../src/commands/registers/registersFields.js';
import { guideText, ROOT } from '../support/guideBlocks.js';

it('has in docs/configuracao.md, comandos.md and erros.md the tables that scripts/guideTables.mjs makes', () => {
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
    ['Cliente', registers.clientFields],
    ['Usuário', registers.userFields],
    ['Papel', registers.roleFields],
    ['Empresa', registers.companyFields],
    ['Prazos', registers.deadlineFields],
    ['Responsáveis padrão', registers.ownerFields],
    ['Aprovação automática', registers.autoApprovalFields],
    ['Plano de contas', registers.chartFields],
    ['Conta', registers.accountFields],
  ] as const)('names the fields of %s in their order', (title, { shape }) => {
    const named = [...(sections.get(title) ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(shape));
  });

  it('names every value of an enumeration', () => {
    const sets = [registers.roleFields, registers.companyFields, registers.accountFields];
    const known = sets.flatMap(({ whole }) => {
      const schema = JSON.stringify(z.toJSONSchema(whole, { io: 'input', unrepresentable: 'any' }));
      return [...schema.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(
        ([, values = '[]']) => JSON.parse(values) as string[],
      );
    });
    const named = [...(sections.get('Valores') ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, value]) => value);
    expect(named.sort()).toEqual(known.sort());
  });
});
