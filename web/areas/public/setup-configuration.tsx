import words from '../../../build/content/page.configuration.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/setup/configuration', words)

export default function SetupConfiguration() {
  return <TextPage words={words} />
}
