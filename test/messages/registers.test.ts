import { expect, it } from '#jest';
import { registerFaultText, registerFormSentences } from '../../src/messages/registers.js';

it('names what is wrong in registers by its path, and in a form by its label', () => {
  const faults = [
    { path: [], reason: { is: 'WrongType', type: 'object' } },
    { path: ['clients', 0, 'users', 2, 'email'], reason: { is: 'EmailOfAnotherClient' } },
    { path: ['clients', 0, 'companies', 0, 'owners', 1, 'preparer'], reason: { is: 'NotAnEmail' } },
    { path: ['clients', 0, 'companies', 0, 'owners', 0], reason: { is: 'Repeated' } },
    { path: ['clients', 0, 'companies', 0, 'risk', 1], reason: { is: 'WrongType', type: 'object' } },
    { path: ['clients', 0, 'companies', 0, 'risk', 2, 'prefix'], reason: { is: 'Repeated' } },
    { path: ['contas', { row: 7 }, 'natureza'], reason: { is: 'NotOneOf', values: ['DEBIT'] } },
    { path: ['contas', { row: 8 }], reason: { is: 'ColumnCount', count: 2, headings: 9 } },
  ] as const;
  expect(faults.map(registerFaultText)).toEqual([
    'arquivo: deve ser um objeto',
    'clients[0].users[2].email: este e-mail é de um usuário de outro cliente',
    'clients[0].companies[0].owners[1].preparer: informe um e-mail válido',
    'clients[0].companies[0].owners[0]: já há responsáveis para as mesmas contas nesta empresa',
    'clients[0].companies[0].risk[1]: deve ser um objeto',
    'clients[0].companies[0].risk[2].prefix: este prefixo aparece mais de uma vez',
    'contas[linha 7].natureza: deve ser um destes valores: DEBIT',
    'contas[linha 8]: a linha tem 2 colunas e o cabeçalho 9',
  ]);
  const typed = {
    owners: { numbers: [1, 4], format: 'escolha Conta' },
    risk: { numbers: [1, 2, 5], format: 'escreva contas; nível' },
  };
  expect(registerFormSentences(faults, typed)).toEqual([
    'Deve ser um objeto',
    'E-mail: este e-mail já está em uso',
    'Responsáveis, linha 4, Elaborador: informe um e-mail válido',
    'Responsáveis, linha 1: já há responsáveis para as mesmas contas nesta empresa',
    'Risco, linha 2: escreva contas; nível',
    'Risco, linha 5, contas: este início de código aparece mais de uma vez',
    'Linha 7, Natureza: deve ser Devedora ou Credora ou Mista',
    'Linha 8: a linha tem 2 colunas e o cabeçalho 9',
  ]);
});
