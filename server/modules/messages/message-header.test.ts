import { expect, test } from 'vitest'
import { withCodeWord, withHeader } from './message-header.ts'

const message = {
  subject: 'Subject',
  text: 'Hello',
  html: '<!doctype html><html lang="en"><body><p>Hello</p></body></html>',
}

test('the name stands in the practice’s colour above the message, and can write no HTML', () => {
  const headed = withHeader(message, {
    name: 'Bryn & <b>Sons</b> $&',
    colour: '#7a1f5c',
    codeWord: '',
    website: '',
  })
  expect(headed.html).toContain('color:#7a1f5c')
  expect(headed.html).toContain('Bryn &amp; &lt;b&gt;Sons&lt;/b&gt; $&amp;</p><p>Hello</p>')
  expect(headed.text).toBe('Hello')
})

test('the code word stands beside the name, for those who read plain text too', () => {
  const headed = withHeader(message, {
    name: 'Harbour Street',
    colour: null,
    codeWord: 'Kingfisher',
    website: '',
  })
  expect(headed.html).toContain('>Harbour Street · Kingfisher</p><p>Hello</p>')
  expect(headed.text).toBe('Harbour Street · Kingfisher\n\nHello')
  expect(headed.subject).toBe('Subject')
})

test('without either the message stays as it is', () => {
  expect(withHeader(message, { name: 'Harbour Street', colour: null, codeWord: '', website: '' })).toEqual(
    message,
  )
})

test('the website stands below the message, in words and not as a second link', () => {
  const website = 'https://bryn.example?a=1&b=2'
  const headed = withHeader(message, { name: 'Bryn', colour: null, codeWord: '', website })
  expect(headed.html).toContain('<p>Hello</p><p>https://bryn.example?a=1&amp;b=2</p></body>')
  expect(headed.text).toBe(`Hello\n\n${website}`)
})

test('a text message begins with the code word where there is one', () => {
  expect(withCodeWord(message, 'Kingfisher')).toEqual({ ...message, text: 'Kingfisher: Hello' })
  expect(withCodeWord(message, '')).toEqual(message)
})
