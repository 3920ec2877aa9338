// In place of a list that has nothing.
import type { ComponentChildren } from 'preact';

/** @param next what to do about it, a link */
export function Empty({ children, next }: Readonly<{ children: ComponentChildren; next?: ComponentChildren }>) {
  return (
    <p class="empty">
      {children}
      {next && <> {next}</>}
    </p>
  );
}
