import { expect, it } from 'vitest'
import { sectionHtml } from './section-html.ts'

it('renders paragraphs, lists, bold, italics, headings and safe links', () => {
  expect(sectionHtml('### When\n\nA **b** *c* [d](https://e.example/?f=1&g=2)\n\n- h\n- i\n\n1. j')).toBe(
    '<h3>When</h3>\n<p>A <strong>b</strong> <em>c</em> <a href="https://e.example/?f=1&amp;g=2">d</a></p>\n' +
      '<ul>\n<li>h</li>\n<li>i</li>\n</ul>\n<ol>\n<li>j</li>\n</ol>',
  )
})

it('keeps placeholders and quotation marks, and encodes what HTML needs', () => {
  expect(sectionHtml('"It\'s" {{tooth}}: A&E, 1 > 0')).toBe('<p>"It\'s" {{tooth}}: A&amp;E, 1 &gt; 0</p>')
})
