import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { renderFilledForm } from './form-document.ts'

const html = `<!DOCTYPE html><html><body><svg viewBox="0 0 9 9"></svg>
<div role="alert"><h2>There is a problem</h2><ul><li><a href="#name">Enter your name</a></li><li><a href="#kind">Choose a kind</a></li><li>It was not sent</li></ul></div>
<form><div class="field-group" data-invalid=""><p id="name-error">Enter your name</p><input id="name" name="name" aria-describedby="name-hint name-error" aria-invalid="true"/></div>
<div class="field-group" data-invalid=""><p id="kind-error">Choose a kind</p><select id="kind" name="kind" aria-describedby="kind-error" aria-invalid="true"><option value="" selected="">Choose one</option><option value="pear">Pear</option></select></div>
<textarea id="note" name="note"></textarea><input id="trap" name="trap"/></form></body></html>`

const filled = (values: Record<string, string>, problems: { id: string | null; text: string | null }[]) =>
  renderFilledForm(html, { values, problems })

test('keeps the errors that are there, in the page’s own words or in those that are given', () => {
  const own = filled({}, [{ id: 'name', text: null }])
  expect(own).toContain('<li><a href="#name">Enter your name</a></li></ul>')
  expect(own).toContain('<p id="name-error">Enter your name</p>')
  expect(own).not.toContain('Choose a kind')
  expect(own).not.toContain('It was not sent')
  const given = filled({}, [{ id: 'name', text: 'Take out <b> & "quotes"' }])
  expect(given).toContain('<a href="#name">Take out &lt;b&gt; &amp;')
  expect(given).toContain('<p id="name-error">Take out &lt;b&gt; &amp;')
})

test('a control without an error has none that is tied to it, and the others keep theirs', () => {
  const told = filled({}, [{ id: 'kind', text: null }])
  expect(told).toContain(
    '<div class="field-group"><input id="name" name="name" aria-describedby="name-hint">',
  )
  expect(told).toMatch(/<div class="field-group" data-invalid(="")?><p id="kind-error">/)
  expect(told).toContain('aria-describedby="kind-error" aria-invalid="true"')
})

test('what is wrong with the form as a whole is a line without a link', () => {
  const told = filled({}, [{ id: null, text: 'Too many requests.' }])
  expect(told).toContain('<ul><li>Too many requests.</li></ul>')
  expect(told).not.toContain('-error')
})

test('what was written comes back as words, and never as HTML', () => {
  const evil = '"><script>alert(1)</script>'
  const told = filled({ name: evil, kind: 'pear', note: `\nfirst </textarea>${evil}` }, [])
  const read = parseDocument(told)
  expect(DomUtils.getElementsByTagName('script', read)).toEqual([])
  expect(DomUtils.getElementById('name', read)!.attribs.value).toBe(evil)
  expect(told).toMatch(/<option value="pear" selected(="")?>Pear<\/option>/)
  expect(told).toMatch(/<option value(="")?>Choose one/)
  expect(told).toContain('<textarea id="note" name="note">\n\nfirst &lt;/textarea&gt;')
})

test('the rest of the page stays as it is', () => {
  const told = filled({}, [])
  expect(told).toContain('<!DOCTYPE html>')
  expect(told).toContain('<svg viewBox="0 0 9 9"/>')
  expect(told).toContain('<input id="trap" name="trap">')
})
