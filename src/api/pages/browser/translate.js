// Puts Portuguese in place of the fixed words of a tool that speaks English alone. Only whole texts are replaced, so what
// comes from the service (already Portuguese), and what somebody types, stays as it is.
const ATTRIBUTES = ['placeholder', 'title', 'aria-label'];
/** Inside of these is what somebody typed or what was answered. */
const LEFT_ALONE = 'textarea, pre, code, .CodeMirror, .microlight, .renderedMarkdown';

/** @param {Readonly<Record<string, string>>} words */
export function translate(words) {
  const said = new Map(Object.entries(words));
  const inPortuguese = (text) => {
    const found = said.get(text.trim());
    return found === undefined ? null : text.replace(text.trim(), found);
  };

  function node(one) {
    if (one.nodeType === Node.TEXT_NODE) {
      const text = one.parentElement?.closest(LEFT_ALONE) ? null : inPortuguese(one.data);
      if (text !== null && text !== one.data) one.data = text;
    } else if (one.nodeType === Node.ELEMENT_NODE) {
      for (const name of ATTRIBUTES) {
        const text = one.hasAttribute(name) ? inPortuguese(one.getAttribute(name)) : null;
        if (text !== null && text !== one.getAttribute(name)) one.setAttribute(name, text);
      }
      for (const child of one.childNodes) node(child);
    }
  }

  node(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'childList') addedNodes.forEach(node);
      else node(target);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
