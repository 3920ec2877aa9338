// Acts in reach while a page scrolls: at its lower edge, on a phone above the navigation.
import type { ComponentChildren } from 'preact';

/** @param label what the acts are about */
export function ActBar({ label, children }: Readonly<{ label: ComponentChildren; children: ComponentChildren }>) {
  return (
    <fieldset class="act-bar">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
