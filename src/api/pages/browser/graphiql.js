// The page of GraphQL: GraphiQL, asking this very service with the key that was typed.
/* global React, ReactDOM, GraphiQL */
import { translate } from './translate.js';

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
      // Without a key nobody is told the schema: it is not asked for.
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

translate({
  Docs: 'Guia',
  Schema: 'Esquema',
  'Root Types': 'Tipos de entrada',
  'Root types': 'Tipos de entrada',
  query: 'consulta',
  'All Schema Types': 'Todos os tipos',
  'A GraphQL schema provides a root type for each kind of operation.': 'Toda leitura começa por este tipo.',
  Fields: 'Campos',
  Arguments: 'Argumentos',
  Type: 'Tipo',
  Variables: 'Variáveis',
  History: 'Histórico',
  Welcome: 'Bem-vindo',
  'Show Documentation Explorer': 'Mostrar o guia',
  'Hide Documentation Explorer': 'Esconder o guia',
  'Documentation Explorer': 'Guia',
  'Show History': 'Mostrar o histórico',
  'Hide History': 'Esconder o histórico',
  'Re-fetch GraphQL schema': 'Ler o esquema outra vez',
  'Open short keys dialog': 'Atalhos de teclado',
  'Open settings dialog': 'Ajustes',
  'Short Keys': 'Atalhos de teclado',
  Settings: 'Ajustes',
  Key: 'Tecla',
  Function: 'Função',
  Theme: 'Tema',
  System: 'Do sistema',
  Light: 'Claro',
  Dark: 'Escuro',
  'Clear storage': 'Apagar o que foi guardado',
  'Clear data': 'Apagar',
  'Execute query (Ctrl-Enter)': 'Enviar a consulta (Ctrl-Enter)',
  'Prettify query (Shift-Ctrl-P)': 'Arrumar a consulta (Shift-Ctrl-P)',
  'Merge fragments into query (Shift-Ctrl-M)': 'Juntar os fragmentos à consulta (Shift-Ctrl-M)',
  'Copy query (Shift-Ctrl-C)': 'Copiar a consulta (Shift-Ctrl-C)',
  'New tab': 'Nova aba',
  'Add tab': 'Nova aba',
  'Close dialog': 'Fechar',
  'Remove all locally stored data and start fresh.': 'Apaga o que foi guardado neste navegador e começa de novo.',
  'Short Key': 'Atalho',
  'The editors use': 'Os editores têm também os',
  'CodeMirror Key Maps': 'atalhos do CodeMirror',
  'that add more short keys. This instance of': ', na escolha do',
  uses: 'chamada',
  'Search in editor': 'Procurar no editor',
  'Search in documentation': 'Procurar no guia',
  'Execute query': 'Enviar a consulta',
  'Prettify editors': 'Arrumar os editores',
  'Merge fragments definitions into operation definition': 'Juntar os fragmentos à consulta',
  'Copy query': 'Copiar a consulta',
  'Re-fetch schema using introspection': 'Ler o esquema outra vez',
  'Close Tab': 'Fechar a aba',
  'Close tab': 'Fechar a aba',
  'Hide editor tools': 'Esconder as variáveis',
  'Show editor tools': 'Mostrar as variáveis',
  'Query Editor': 'Editor da consulta',
  'Result Window': 'Resultado',
  Loading: 'Carregando',
  'No GraphQL schema available': 'Informe a chave para ver o esquema',
  'Error fetching schema': 'O esquema não pôde ser lido: confira a chave',
  'Search...': 'Procurar…',
  '⌘ K': 'Ctrl K',
  'No results found': 'Nada encontrado',
  '<untitled>': 'sem nome',
});
