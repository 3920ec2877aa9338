// Eight connections ask for as many rows as GraphQL gives at once: others are served between two lists of a query
// (docs/spec/graphql.md#limits).
import { Agent, request } from 'node:http';
import { afterAll, describe, expect, it } from '#jest';
import { releasedMonth } from '../support/releasedMonth.js';
import { serviceOfFile } from '../support/serviceOfFile.js';
import { until } from '../support/until.js';

const CONNECTIONS = 8;
const LOOKS = 21;
const LISTS = 10;
const FIELDS = [
  'id',
  'empresaNome',
  'competencia',
  'contaCodigo',
  'contaDescricao',
  'status',
  'prazo',
  'slaStatus',
  'saldoContabil',
  'reconciliationId',
];

describe(`A service whose client asks for the largest lists on ${CONNECTIONS} connections`, () => {
  let key: string;
  const agents: Agent[] = [];

  const service = serviceOfFile();
  service.needs(async (dataDir) => {
    ({ key } = (await releasedMonth(dataDir, { accounts: 1_000 })).ledger);
  });
  afterAll(() => agents.forEach((agent) => agent.destroy()));

  function agentOf(localAddress: string, connections: number): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress });
    agents.push(agent);
    return agent;
  }

  const ask = (agent: Agent, path: string, body?: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const asked = request(service.url + path, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.on('error', reject).end(body && JSON.stringify(body));
    });

  it('answers another address before it has answered two more of the queries', async () => {
    const rows = (page: number): string =>
      `l${page}: conciliacoes(limit: 100, page: ${page}) { data { ${FIELDS.join(' ')} } }`;
    const query = `{ ${Array.from({ length: LISTS }, (_, at) => rows(at + 1)).join(' ')} }`;
    const many = agentOf('127.0.0.2', CONNECTIONS);
    const another = agentOf('127.0.0.9', 1);
    expect(await ask(many, '/api/v1/graphql', { query })).toBe(200);
    let answered = 0;
    let over = false;
    const asking = Array.from({ length: CONNECTIONS }, async () => {
      while (!over) {
        await ask(many, '/api/v1/graphql', { query });
        answered++;
      }
    });
    await until(() => answered >= CONNECTIONS, 'an answer to each');
    const meanwhile: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const before = answered;
      expect(await ask(another, '/health/live')).toBe(200);
      meanwhile.push(answered - before);
    }
    over = true;
    await Promise.all(asking);
    expect(meanwhile.sort((one, other) => one - other)[(LOOKS - 1) / 2]).toBeLessThan(2);
  });
});
