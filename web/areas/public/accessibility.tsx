import words from '../../../build/content/page.accessibility.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/accessibility', words)

export default function Accessibility() {
  return <TextPage words={words} />
}
