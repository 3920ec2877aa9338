// The little that pages do in the browser. Everything works without it. Nothing here is written into pages as markup.
(() => {
  'use strict';

  /** The nearest element around what an event is about; null without one. */
  const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

  /** Tells a screen reader what came with a page or a part of it: regions that are there tell only what changes. */
  function tell(sentence) {
    const place = document.getElementById('anuncios');
    place.textContent = '';
    setTimeout(() => (place.textContent = sentence), 100);
  }
  const noticeShown = () => document.querySelector('#avisos .note');
  const tellNotice = () => noticeShown() && tell(noticeShown().textContent);
  const countInList = () => document.querySelector('.list-count')?.textContent;
  let count = countInList();
  document.addEventListener('htmx:after:swap', () => {
    if (count !== countInList()) tell((count = countInList() ?? ''));
  });
  tellNotice();

  /** Ctrl+Enter submits the form that a field is in. */
  document.addEventListener('keydown', (event) => {
    const form = around(event, 'form');
    if (form === null || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });

  /** Ctrl+K opens the search over everything, or goes to its field. */
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (location.pathname !== '/console/busca') location.assign('/console/busca');
    else document.getElementById('busca').focus();
  });
  if (location.pathname === '/console/busca') document.getElementById('busca').focus();

  /** Before a password is typed: whether the browser keeps a cookie like that of the session. */
  const unkept = document.querySelector('[data-unkept-session]');
  if (unkept) {
    document.cookie = '__Host-teste=sim; path=/; secure';
    unkept.hidden = document.cookie.includes('__Host-teste=sim');
    document.cookie = '__Host-teste=; path=/; secure; max-age=0';
  }

  /** A page to print asks for its printer. */
  if (new URLSearchParams(location.search).get('papel') === 'sim') addEventListener('load', () => print());

  /** `data-copy`: copies the text of the element with that id; of no use without a script. */
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
  document.addEventListener('click', async (event) => {
    const button = around(event, '[data-copy]');
    if (button === null) return;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = 'Copiado';
    tell('Copiado');
  });

  /** A form that is on its way is not sent twice. */
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (form.dataset.sent === 'yes') event.preventDefault();
    form.dataset.sent = 'yes';
    // One sent in place waits for its answer, however slow; another's may be a file, and leaves the page.
    if (form.dataset.part === undefined) setTimeout(() => delete form.dataset.sent, 3000);
  });

  /** A menu of the navigation closes by Escape, and by a click or the focus elsewhere. */
  const closeMenus = (target) => {
    for (const menu of document.querySelectorAll('.entries details[open], details.menu[open]')) {
      const place = menu.closest('.more') ? menu.closest('.entries') : menu;
      if (!(target instanceof Node && place.contains(target))) menu.open = false;
    }
  };
  document.addEventListener('click', (event) => closeMenus(event.target));
  // An alert tells why the form in a menu was refused.
  document.addEventListener('focusin', (event) => around(event, '[role="alert"]') ?? closeMenus(event.target));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    closeMenus(null);
    around(event, '.menu, .more')?.querySelector('summary').focus();
    const search = around(event, 'input[type="search"]');
    if (search === null) return;
    event.preventDefault(); // the browser would clear it, and the list with it
    document.getElementById('conteudo').focus({ preventScroll: true });
  });

  /** Keys of one letter, unless the person switched them off. In a list, the focus is on the links of its rows. */
  const SINGLE_KEYS_OFF = 'teclas=nao';
  const singleKeys = () => !document.cookie.split('; ').includes(SINGLE_KEYS_OFF);

  function moveInList(step) {
    const links = [...document.querySelectorAll('tr[data-item] a')];
    const at = links.findIndex((link) => link.closest('tr').contains(document.activeElement));
    const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step];
    if (next !== undefined) next.focus();
  }

  /** Presses the button or follows the link of the key, where one is in sight. */
  function pressed(key) {
    const buttons = [...document.querySelectorAll('[data-key]')].filter((one) => one.dataset.key === key);
    const seen = buttons.find((one) => one.checkVisibility() && !one.disabled);
    seen?.click();
    return seen !== undefined;
  }

  const keys = {
    '?': () => document.getElementById('atalhos')?.showModal(),
    '/': () => document.querySelector('input[type="search"]')?.focus(),
    j: () => moveInList(1),
    k: () => moveInList(-1),
    x: () => document.activeElement?.closest('tr[data-item]')?.querySelector('input[type="checkbox"]')?.click(),
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const typing = target.closest(
      'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])',
    );
    if (typing || target.closest('dialog[open]')) return;
    if (!singleKeys()) return;
    if (event.key in keys) keys[event.key]();
    // A key that is held would act on the next page too.
    else if (event.repeat || !pressed(event.key)) return;
    event.preventDefault();
  });

  for (const button of document.querySelectorAll('[data-shortcuts]')) {
    button.hidden = false;
    button.addEventListener('click', keys['?']);
  }
  const singleKeysBox = document.querySelector('[data-single-keys]');
  if (singleKeysBox) {
    singleKeysBox.checked = singleKeys();
    singleKeysBox.addEventListener('change', () => {
      const age = singleKeysBox.checked ? 0 : 31536000;
      document.cookie = `${SINGLE_KEYS_OFF}; path=/console; max-age=${age}; samesite=lax`;
    });
  }

  /** `1.234,56 C`. @param cents debit positive */
  const balanceText = (cents) => {
    const text = (Math.abs(cents) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
    return cents === 0 ? text : `${text} ${cents > 0 ? 'D' : 'C'}`;
  };

  /** Tells how many rows are selected and their sum, and offers to select the page. */
  function showSelection({ target } = {}) {
    const form = document.querySelector('form[data-selection]');
    if (form === null) return;
    const boxes = [...form.querySelectorAll('tr[data-item] input[type="checkbox"]')];
    const all = form.querySelector('[data-select-all]');
    if (target === all) for (const box of boxes) box.checked = all.checked;
    const selected = boxes.filter((box) => box.checked);
    const sum = selected.reduce((cents, box) => cents + Number(box.dataset.cents), 0);
    all.hidden = false;
    all.checked = selected.length === boxes.length;
    form.querySelector('[data-selected]').value =
      `${selected.length} ${selected.length === 1 ? 'selecionada' : 'selecionadas'} · ${balanceText(sum)}`;
  }
  document.addEventListener('change', showSelection);
  document.addEventListener('htmx:after:swap', () => showSelection());
  showSelection();

  /**
   * `data-part`: a form is sent in place, with the progress of its files; the answer takes the place of the page's content,
   * which stays where it was scrolled to unless it is another page. Without the script the browser sends it.
   */
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.part === undefined || event.defaultPrevented) return;
    event.preventDefault();
    if (form.closest('.act-bar')) {
      if (unsaved().length > 0 && !confirm(UNSAVED_ASKED)) return delete form.dataset.sent;
      for (const left of unsaved()) delete left.dataset.unsaved;
    }
    const data = new FormData(form, event.submitter);
    send(form, form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data));
  });

  /** @param notice stays in the answer: that of the act before */
  function send(form, body, notice = null) {
    keepDrafts();
    const progress = document.createElement('progress');
    progress.setAttribute('aria-label', 'Envio');
    if (body instanceof FormData) {
      form.append(progress);
      tell('Enviando…');
    }
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => (progress.value = loaded / total));
    request.addEventListener('load', () => {
      sessionStorage.removeItem(draftOf(form));
      showAnswer(request.responseText, request.responseURL, form.action, notice);
    });
    request.addEventListener('error', () => {
      progress.remove();
      delete form.dataset.sent;
      announce('O envio foi interrompido. Envie de novo.');
    });
    request.open('POST', form.action);
    request.send(body);
  }

  /** Scrolls the list beside an account to that account, and not the page. */
  function showCurrent() {
    const pane = document.querySelector('.list-pane');
    const row = pane?.querySelector('[data-current]')?.getBoundingClientRect();
    if (row === undefined) return;
    const { top, bottom } = pane.getBoundingClientRect();
    pane.scrollTop += Math.max(0, row.bottom - bottom) - Math.max(0, top - row.top);
  }

  /** The same for a control and for what stands for it in the answer: of the same form and name, or the same link. */
  const markOf = ({ form, name, type, textContent, value, href }) =>
    form ? [form.getAttribute('action'), name, type === 'submit' && textContent + value].join() : href;

  /** What has the focus, found in the content of the answer; after "Mais linhas" the first of them. */
  function focusedIn(content, mark) {
    const same = [...content.querySelectorAll('a, button, input, select, textarea')].find(
      (one) => mark !== undefined && markOf(one) === mark,
    );
    return (same?.value === 'linhas' && same.form.querySelector('.blank input')) || same;
  }

  /** @param text a whole page of this console */
  function showAnswer(text, address, action, notice) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    const content = page.getElementById('conteudo');
    if (content === null) return location.assign(address);
    document.title = page.title;
    const scrolled = document.querySelector('.list-pane')?.scrollTop ?? 0;
    const mark = markOf(document.activeElement);
    document.getElementById('conteudo').replaceWith(document.adoptNode(content));
    if (notice === null) tellNotice();
    else content.querySelector('#avisos').append(notice);
    const isHere = address === action || new URL(address).pathname === location.pathname;
    if (!isHere) {
      history.pushState(null, '', address);
      window.scrollTo(0, 0);
    }
    content.querySelector('.list-pane')?.scrollTo(0, scrolled);
    showCurrent();
    // From the content the next Tab goes to the notice's undo.
    const stays = isHere && content.querySelector('.undo') === null && focusedIn(content, mark);
    const field = content.querySelector('[autofocus]') ?? (stays || content);
    field.focus({ preventScroll: field === content });
    showRefusal(content);
    shownPath = location.pathname;
    showItems();
    showDraft();
  }
  /** Why a form was refused, where no field of it has the focus. */
  function showRefusal(content) {
    if (content.querySelector('[autofocus]') !== null) return;
    const alert = content.querySelector('[role="alert"]');
    if (alert === null) return;
    alert.tabIndex = -1;
    alert.scrollIntoView({ block: 'center' });
    alert.focus({ preventScroll: true });
  }
  showRefusal(document);
  let shownPath = location.pathname;
  window.addEventListener('popstate', () => {
    if (location.pathname !== shownPath) location.reload();
  });

  function announce(sentence) {
    const place = document.getElementById('avisos') ?? document.getElementById('anuncios');
    const alert = document.createElement('div');
    alert.className = 'note bad';
    alert.textContent = sentence;
    place.replaceChildren(alert);
    place.scrollIntoView();
  }

  /** Files dropped onto a form, or pasted on a page with one for several. */
  const formWithFile = (event) => {
    const form = around(event, 'form[data-part]');
    return form?.querySelector('input[type=file]') ? form : null;
  };
  document.addEventListener('dragover', (event) => {
    const form = formWithFile(event);
    if (form === null) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => formWithFile(event)?.classList.remove('dropping'));
  document.addEventListener('drop', (event) => {
    const form = formWithFile(event);
    if (form === null) return;
    event.preventDefault();
    form.classList.remove('dropping');
    attach(form.querySelector('input[type=file]'), event.dataTransfer.files);
  });
  document.addEventListener('change', ({ target }) => {
    if (target.type === 'file' && target.multiple) attach(target, target.files);
  });

  /** Several files are for one purpose and sent at once; of one file the form asks more. */
  function attach(input, files) {
    if (files.length === 0) return;
    input.files = files;
    if (input.multiple) input.form.requestSubmit();
  }

  /** Lines of a reconciliation: the difference follows what is typed; what is not saved is kept for the session. */
  const UNSAVED_ASKED = 'Há linhas não salvas. Continuar sem salvar?';
  const draftOf = (form) => `rascunho ${new URL(form.action).pathname}`;
  const unsaved = () => [...document.querySelectorAll('.items[data-unsaved]')];

  /** Centavos with debit positive; 0 for what is no amount yet. @param debit the sign of a debit without a side */
  function centsOf(text, debit) {
    const [, amount, side] = /^(.*?)\s*([dc]?)$/i.exec(text.trim());
    const plain = amount.replace(/\s|R\$|^[-+(\u2212]|[-)]$/gi, '').replace(/^[-(\u2212]/, '');
    if (!/^(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$|^\d+\.\d{1,2}$/.test(plain)) return 0;
    const decimal = /^\d+\.\d{1,2}$/.test(plain) ? plain : plain.replaceAll('.', '').replace(',', '.');
    const cents = Math.round(Number(decimal) * 100) * (/[-(\u2212]/.test(amount) ? -1 : 1);
    return (cents || 0) * (side === '' ? debit || 1 : side.toLowerCase() === 'd' ? 1 : -1);
  }

  function showItems() {
    const amounts = document.querySelector('.amounts');
    if (amounts === null) return;
    const debit = Number(amounts.dataset.debit);
    const sumOf = (act) => {
      const form = document.querySelector(`.items[data-sum="${act}"]`);
      if (form === null || form.dataset.unsaved === undefined) return Number(amounts.dataset[act]) * (debit || 1);
      const rows = [...form.elements].filter((one) => /^valor_/.test(one.name));
      const open = rows.filter(
        (one) =>
          !form.elements[one.name.replace('valor', 'remover')]?.checked &&
          !form.elements[one.name.replace('valor', 'baixa')]?.value.trim(),
      );
      return open.reduce((sum, one) => sum + centsOf(one.value, debit), 0);
    };
    const [composed, adjusted] = [sumOf('compose'), sumOf('adjust')];
    const difference = Number(amounts.dataset.book) - composed - adjusted;
    const sums = { 'Saldo conciliado': composed, Ajustes: adjusted, Diferença: difference };
    for (const one of amounts.querySelectorAll('[data-amount]'))
      if (one.dataset.amount in sums && unsaved().length > 0)
        one.textContent = balanceText(sums[one.dataset.amount]);
  }

  document.addEventListener('input', ({ target }) => {
    const form = target.closest('.items');
    if (form === null) return;
    form.dataset.unsaved = '';
    showItems();
  });
  function keepDrafts() {
    for (const form of unsaved()) sessionStorage.setItem(draftOf(form), new URLSearchParams(new FormData(form)));
  }
  addEventListener('pagehide', keepDrafts);
  addEventListener('beforeunload', (event) => {
    if (unsaved().length > 0) event.preventDefault();
  });

  /** A table pasted outside a field, or into a line, becomes lines that are not saved yet; files become evidence. */
  document.addEventListener('paste', (event) => {
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData('text/plain');
    const input = document.querySelector('input[type=file][multiple]');
    // Office programs copy a picture of what they copy as text.
    const isPicture = text !== '' && event.clipboardData.getData('text/html') !== '';
    if (files.length > 0 && input !== null && !isPicture) {
      event.preventDefault();
      return attach(input, files);
    }
    const form = event.target.closest('.items') ?? document.querySelector('.items');
    const isElsewhere = event.target.closest('input, textarea, select') && !event.target.closest('.items');
    if (form === null || isElsewhere || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form));
    data.set('colado', text);
    data.set('acao', 'linhas');
    send(form, data);
  });

  /** A draft is shown again by the server, as lines that are not saved. */
  function showDraft() {
    const saved = [...document.querySelectorAll('.items:not([data-unsaved])')];
    const form = saved.find((one) => sessionStorage.getItem(draftOf(one)) !== null);
    if (form === undefined) return;
    const data = new URLSearchParams(sessionStorage.getItem(draftOf(form)));
    data.set('csrf', form.elements.csrf.value);
    data.set('acao', 'linhas');
    send(form, data, noticeShown());
  }
  showDraft();
  showCurrent();
})();
