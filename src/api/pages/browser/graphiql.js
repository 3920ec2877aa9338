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

const DOES_NOT_FIT = 'Não corresponde ao que pode ser consultado';
/** What the editors say of a query as it is typed, before it is sent; they say it in English, and of much else. */
const REMARKS = [
  [/^Cannot query field (".+?") on type (".+?")/, 'O campo $1 não existe em $2'],
  [/^Unknown argument (".+?")/, 'O argumento $1 não existe'],
  [/^Unknown type (".+?")/, 'O tipo $1 não existe'],
  [/^Unknown fragment (".+?")/, 'O fragmento $1 não existe'],
  [/^Unknown directive ("@.+?")/, 'A diretiva $1 não existe'],
  [/^Fragment (".+?") is never used/, 'O fragmento $1 não é usado'],
  [/^Field (".+?") argument (".+?") of type (".+?") is required/, 'Falta o argumento $2 ($3) em $1'],
  [/^Field (".+?") of type .+ must have a selection/, 'Faltam os subcampos de $1'],
  [/^Field (".+?") must not have a selection/, 'O campo $1 não tem subcampos'],
  [/^Variable ("\$.+?") is not defined/, 'A variável $1 não foi declarada'],
  [/^Variable ("\$.+?") is never used/, 'A variável $1 não é usada'],
  [
    /^Variable ("\$.+?") of type (".+?") used in position expecting type (".+?")/,
    'A variável $1 é $2; aqui cabe $3',
  ],
  [/^(Int|String|Float|Boolean) cannot represent/, 'O valor não é do tipo $1'],
  [/^Expected value of type (".+?")/, 'O valor não é do tipo $1'],
  [/^Syntax Error/, 'Erro de sintaxe'],
  [/^Expected /, 'Falta algo aqui, ou há algo a mais'],
];

function remark(text) {
  const [pattern, sentence] = REMARKS.find(([one]) => one.test(text)) ?? [];
  return pattern ? text.match(pattern)[0].replace(pattern, sentence) : DOES_NOT_FIT;
}

translate(
  {
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
    'Hide Documentation Explorer': 'Ocultar o guia',
    'Documentation Explorer': 'Guia',
    'Show History': 'Mostrar o histórico',
    'Hide History': 'Ocultar o histórico',
    'Re-fetch GraphQL schema': 'Recarregar o esquema',
    'Open short keys dialog': 'Atalhos de teclado',
    'Open settings dialog': 'Configurações',
    'Short Keys': 'Atalhos de teclado',
    Settings: 'Configurações',
    Key: 'Tecla',
    Function: 'Função',
    Theme: 'Tema',
    System: 'Do sistema',
    Light: 'Claro',
    Dark: 'Escuro',
    'Clear storage': 'Limpar os dados salvos',
    'Clear data': 'Limpar',
    'Execute query (Ctrl-Enter)': 'Enviar a consulta (Ctrl-Enter)',
    'Prettify query (Shift-Ctrl-P)': 'Formatar a consulta (Shift-Ctrl-P)',
    'Merge fragments into query (Shift-Ctrl-M)': 'Juntar os fragmentos à consulta (Shift-Ctrl-M)',
    'Copy query (Shift-Ctrl-C)': 'Copiar a consulta (Shift-Ctrl-C)',
    'New tab': 'Nova aba',
    'Add tab': 'Nova aba',
    'Close dialog': 'Fechar',
    'Remove all locally stored data and start fresh.': 'Apaga os dados salvos neste navegador.',
    'Short Key': 'Atalho',
    'The editors use': 'Os editores usam também os',
    'CodeMirror Key Maps': 'atalhos do CodeMirror',
    'that add more short keys. This instance of Graph': 'que acrescentam outros. Este Graph',
    'QL uses': 'QL usa os de nome',
    'Search in editor': 'Pesquisar no editor',
    'Search in documentation': 'Pesquisar no guia',
    'Execute query': 'Enviar a consulta',
    'Prettify editors': 'Formatar os editores',
    'Merge fragments definitions into operation definition': 'Juntar os fragmentos à consulta',
    'Copy query': 'Copiar a consulta',
    'Re-fetch schema using introspection': 'Recarregar o esquema',
    'Close Tab': 'Fechar a aba',
    'Close tab': 'Fechar a aba',
    'Hide editor tools': 'Ocultar as variáveis',
    'Show editor tools': 'Mostrar as variáveis',
    'Query Editor': 'Editor da consulta',
    'Result Window': 'Resultado',
    Loading: 'Carregando',
    'No GraphQL schema available': 'Informe a chave para ver o esquema',
    'Error fetching schema': 'O esquema não pôde ser lido: confira a chave',
    'Search...': 'Pesquisar…',
    '⌘ K': 'Ctrl K',
    'No results found': 'Nada encontrado',
    '<untitled>': 'sem nome',
    Clear: 'Limpar tudo',
    Cleared: 'Limpo',
    'Failed to Clear': 'Não foi possível limpar',
    'Edit label': 'Renomear',
    'Type a label': 'Digite um nome',
    'Set active': 'Usar esta',
    'Add favorite': 'Adicionar às favoritas',
    'Remove favorite': 'Remover das favoritas',
    'Delete from history': 'Remover do histórico',
    Save: 'Salvar',
    'Editor Commands': 'Comandos do editor',
    'Select active operation': 'Escolher a consulta a enviar',
    'Other results': 'Outros resultados',
    Directives: 'Diretivas',
    'Enum Values': 'Valores',
    'Possible Types': 'Tipos possíveis',
    Suggestions: 'Sugestões',
    'Automatically added leaf fields': 'Campos incluídos automaticamente',
  },
  {
    '.CodeMirror-lint-message-error, .CodeMirror-lint-message-warning': remark,
    '.graphiql-doc-explorer-back': (text) =>
      text.replace(/^Go back to Docs$/, 'Voltar ao guia').replace(/^Go back to/, 'Voltar a'),
  },
);
