// Acts in reach while a page scrolls: at its lower edge, on a phone above the navigation.
import type { ComponentChildren } from 'preact';

/** @param label what the acts are about */
export function ActBar({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) {
  return (
    <div class="act-bar" role="group" aria-label="Atos">
      <div class="act-label">{label}</div>
      {children}
    </div>
  );
}

/** What is not needed every time, until it is opened. */
export function More({ label = 'Mais', children }: Readonly<{ label?: string; children: ComponentChildren }>) {
  return (
    <details class="menu">
      <summary class="button">{label}</summary>
      <div class="panel">{children}</div>
    </details>
  );
}

/** The key that presses a button or follows a link, told in its title. */
export function keyed(key: string | undefined, label: string): object {
  return key === undefined ? {} : { title: `${label} (${key})`, 'data-key': key };
}

/** A link that looks like a button. @param isMain the page's primary act */
export function LinkButton({
  href,
  isMain = false,
  children,
}: Readonly<{ href: string; isMain?: boolean; children: ComponentChildren }>) {
  return (
    <a class={isMain ? 'button primary' : 'button'} href={href}>
      {children}
    </a>
  );
}
