// What a company is called is text in LEIA-ME.md, not markup.
import { expect, it } from '#jest';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { dossierReadMe } from '../../src/messages/operator/dossiers.js';

const readMe = (nome: string): string =>
  dossierReadMe({
    company: { nome, cnpj: '11222333000181' },
    competence: '2026-05' as Competence,
    closed: true,
    lastEvent: { stream: 'books-1', revision: 9, type: 'CompetenceClosed', at: '2026-06-01T02:59:59.000Z' },
  });

it('shows the name of a company as it is, whatever is in it', () => {
  const said = readMe('<img src=x onerror=alert(1)> & *Filhos* [aqui](http://x) `a` \\\n# Título');
  expect(said).toContain(
    'Empresa: &lt;img src=x onerror=alert(1)&gt; &amp; \\*Filhos\\* \\[aqui\\](http://x) \\`a\\` \\\\ # Título, CNPJ 11222333000181',
  );
  expect(readMe('Padaria São José S.A.')).toContain('Empresa: Padaria São José S.A., CNPJ');
});

it('says up to which event the dossier goes', () => {
  expect(readMe('Empresa')).toContain(
    'Vai até o evento 9 de `books-1` (CompetenceClosed), de 31/05/2026 23:59:59 (Brasília).\nAtos posteriores',
  );
});
