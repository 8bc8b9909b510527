import { useEffect, useState } from 'react'
import { createGlossary, type Glossary } from './glossary-terms.ts'

let loaded: Glossary | null = null

/** Fetches the dental words in plain ones; what is not there leaves the text as it is. */
export async function fetchGlossary(): Promise<Glossary | null> {
  try {
    loaded ??= createGlossary((await import('../../../build/content/glossary.json')).default)
  } catch (error) {
    console.error(error)
  }
  return loaded
}

/** The glossary once it is here; null where it is not wanted. */
export function useGlossary(isEnabled: boolean): Glossary | null {
  const [glossary, setGlossary] = useState(loaded)
  useEffect(() => {
    if (isEnabled && !glossary) void fetchGlossary().then(setGlossary)
  }, [isEnabled, glossary])
  return isEnabled ? glossary : null
}
