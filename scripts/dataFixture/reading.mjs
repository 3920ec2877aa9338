// Every list there is, page by page, as the bytes that were answered: each entry names the request and its answer.

/** Few enough that most lists have more than one page. */
const LIMIT = 40;
const GRAPHQL =
  '{ empresas { data { id razaoSocial } } conciliacoes(limit: 100) { data { id status slaStatus responsavelNome diferenca } } }';

/** @param ask (path, key, more) → text */
export async function readAll(ask) {
  const answers = [];
  async function read(key, path, accept) {
    const headers = accept === undefined ? {} : { accept };
    const body = await ask(path, key, { headers });
    answers.push({ key, path, ...(accept !== undefined && { accept }), body });
    return body;
  }
  async function list(key, path) {
    const rows = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const paged = `${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT}&page=${page}`;
      const { data, pagination } = JSON.parse(await read(key, paged));
      rows.push(...data);
      pages = pagination.pages;
    }
    return rows;
  }
  for (const key of ['full', 'other']) {
    const companies = await list(key, '/api/v1/companies');
    for (const { id } of companies)
      for (const chart of await list(key, `/api/v1/chart-of-accounts?companyId=${id}`))
        await list(key, `/api/v1/chart-of-accounts/${chart.id}/accounts`);
    for (const { id } of await list(key, '/api/v1/trial-balances'))
      await list(key, `/api/v1/trial-balances/${id}/lines`);
    await list(key, '/api/v1/reconciliations');
    await list(key, '/v1/webhooks');
    await list(key, '/v1/events');
  }
  for (const path of [
    '/api/v1/trial-balances',
    '/api/v1/reconciliations?slaStatus=OVERDUE',
    '/api/v1/trial-balances/1/lines',
  ])
    await read('full', `${path}${path.includes('?') ? '&' : '?'}limit=100`, 'text/csv');
  for (const query of ['status=RELEASED', 'status=SUPERSEDED', 'period=2022-03', 'cnpj=12.ABC.345/01DE-35'])
    await list('full', `/api/v1/trial-balances?${query}`);
  for (const query of [
    'status=APPROVED',
    'slaStatus=OVERDUE',
    `responsavel=${encodeURIComponent('Ana Elaboradora')}`,
  ])
    await list('full', `/api/v1/reconciliations?${query}`);
  const body = { query: GRAPHQL };
  answers.push({
    ...{ key: 'full', path: '/api/v1/graphql', request: body },
    body: await ask('/api/v1/graphql', 'full', { method: 'POST', body }),
  });
  return answers;
}
