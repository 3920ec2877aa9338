// A named value of a page's `<dl class="facts">`.
import type { ComponentChildren } from 'preact';

export function Fact({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
