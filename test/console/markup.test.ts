// HTML written as text: whatever a value holds, it stays a text in it.
import { describe, expect, it } from '@jest/globals';
import { joined, markup } from '../../src/console/design/markup.js';

describe('HTML written as text', () => {
  it('escapes every value, in elements and in quoted attributes', () => {
    const attack = `<script>alert('x')</script>" onclick='y' & more`;
    const { html } = markup`<td title="${attack}">${attack}</td>`;
    const escaped = '&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; onclick=&#39;y&#39; &amp; more';
    expect(html).toBe(`<td title="${escaped}">${escaped}</td>`);
  });

  it('takes HTML made by it as it is, and numbers', () => {
    const cell = markup`<td>${7}</td>`;
    expect(markup`<tr>${cell}</tr>`.html).toBe('<tr><td>7</td></tr>');
    expect(joined([cell, cell]).html).toBe('<td>7</td><td>7</td>');
  });

  it('takes no object that only looks like such HTML', () => {
    const alike = { html: '<b>', toString: () => '<i>' } as unknown as string;
    expect(markup`${alike}`.html).toBe('&lt;i&gt;');
  });

  it('writes characters beyond Latin-1 as entities, one for each', () => {
    expect(markup`${'São Paulo – filial 😀'}`.html).toBe('São Paulo &#8211; filial &#128512;');
  });
});
