import { expect, it } from 'vitest'
import { escape, html } from '#http/documentation/Html.ts'

it('text is escaped, each character that has a meaning in HTML', () => {
  expect(escape(`a & b < c > d " e ' f`)).toBe('a &amp; b &lt; c &gt; d &quot; e &#39; f')
  expect(html`<p>${`<"&'>`}</p>`.markup).toBe('<p>&lt;&quot;&amp;&#39;&gt;</p>')
})
