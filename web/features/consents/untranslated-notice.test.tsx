import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UntranslatedNotice } from './untranslated-notice.tsx'

test('names the drawings whose words the patient reads in English', () => {
  const drawing = { kind: 'picture' as const, text: 'How a crown covers a tooth' }
  const html = renderToStaticMarkup(<UntranslatedNotice untranslatedItems={[drawing]} language="pl" />)
  expect(html).toContain('Not in Polish')
  expect(html).toContain('Drawing: <bdi>How a crown covers a tooth</bdi>')
})
