// The page of GraphQL: GraphiQL, asking this very service with the key that was typed.
/* global React, ReactDOM, GraphiQL */

const ROUTE = '/api/v1/graphql';
const FIRST_QUERY = `# Informe a chave de API, acima, e envie com Ctrl-Enter.
# O guia, à esquerda, descreve cada campo.
query Balancetes($competencia: String) {
  balancetes(period: $competencia, limit: 10) {
    data {
      id
      empresaNome
      competencia
      status
      linhas
    }
    pagination {
      page
      pages
      total
    }
  }
}
`;

const fetcherWith = (secret) => async (asked) => {
  const response = await fetch(ROUTE, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) },
    body: JSON.stringify(asked),
  });
  return response.json();
};

const root = ReactDOM.createRoot(document.querySelector('#tool'));
function show(secret) {
  root.render(
    React.createElement(GraphiQL, {
      // Another one reads the schema anew; what is typed stays.
      fetcher: fetcherWith(secret),
      // The schema needs a key: without one it is not requested.
      ...(secret === '' && { schema: null }),
      defaultQuery: FIRST_QUERY,
      isHeadersEditorEnabled: false,
      shouldPersistHeaders: false,
      // Queries stay in this page alone, as the key does.
      storage: {
        getItem: () => null,
        setItem: () => undefined,
        removeItem: () => undefined,
        clear: () => undefined,
        length: 0,
      },
      forcedTheme: 'light',
    }),
  );
}

const key = document.querySelector('#key');
const state = document.querySelector('#state');
document.querySelector('#access').addEventListener('submit', (event) => {
  event.preventDefault();
  const secret = key.value.trim();
  state.textContent = secret === '' ? 'sem chave' : 'chave em uso nesta página';
  show(secret);
});
show('');
