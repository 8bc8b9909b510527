import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { easyLayout } from './easy-layout.ts'
import { addTermButtons, type Term } from './glossary-terms.ts'
import { useGlossary } from './glossary-state.ts'
import { SectionWording, wholeLanguageAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type GlossaryTextProps = {
  html: string
  content: PatientConsent['content']
  isEasy: boolean
  className: string
}

/**
 * One part of the wording as it is read: laid out to be easier where that is wanted, and in English with dental words that
 * can be pressed. All of it is done here, on the way to the screen: the frozen wording stays what it is.
 */
export function GlossaryText({ html, content, isEasy, className }: GlossaryTextProps) {
  const { lang } = wholeLanguageAttributes(content)
  const glossary = useGlossary(lang === 'en')
  const adapt = useCallback(
    (wording: string) => {
      const laidOut = isEasy ? easyLayout(wording, lang) : wording
      return glossary ? addTermButtons(laidOut, glossary) : laidOut
    },
    [isEasy, lang, glossary],
  )
  const { shown, place, wrapper } = useOpenTerm(glossary?.terms)
  return (
    <div ref={wrapper} className="relative">
      <SectionWording html={html} content={content} adapt={adapt} className={className} />
      <TermPopover term={shown} place={place} />
    </div>
  )
}

function TermPopover({ term, place }: { term: Term | null; place: CSSProperties }) {
  const { readingAids } = useWords()
  return (
    <div role="status" data-unspoken className="absolute z-20" style={place}>
      {term && (
        <p lang="en" dir="ltr" className="rounded-md border-2 border-brand bg-surface p-3 shadow-lg">
          <span className="sr-only">{readingAids.meaning}: </span>
          <strong className="block first-letter:uppercase">{term.term}</strong>
          {term.meaning}
        </p>
      )}
    </div>
  )
}

type OpenTerm = { button: HTMLElement; term: Term; position: CSSProperties }

/** The dental word whose meaning is shown: pressed again, pressed elsewhere or with Escape it is hidden. */
function useOpenTerm(terms: readonly Term[] | undefined) {
  const wrapper = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<OpenTerm | null>(null)

  // Before it is painted: who sees a meaning can hide it.
  useLayoutEffect(() => {
    if (!shown) return
    const { button } = shown
    button.setAttribute('aria-expanded', 'true')
    const hide = () => setShown(null)
    const hideByKey = ({ key }: KeyboardEvent) => void (key === 'Escape' && hide())
    const hideElsewhere = ({ target }: Event) =>
      void (target instanceof Node && (button.contains(target) || hide()))
    document.addEventListener('keydown', hideByKey)
    document.addEventListener('pointerdown', hideElsewhere)
    addEventListener('resize', hide)
    return () => {
      button.setAttribute('aria-expanded', 'false')
      document.removeEventListener('keydown', hideByKey)
      document.removeEventListener('pointerdown', hideElsewhere)
      removeEventListener('resize', hide)
    }
  }, [shown])

  // The words stand in cleaned wording, which knows no handlers of its own.
  useEffect(() => {
    const column = wrapper.current
    function press({ target }: Event) {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-term]') : null
      const term = button && terms?.[Number(button.dataset['term'])]
      if (!button || !term || !column) return
      const position = positionBelow(button, column)
      setShown((now) => (now?.button === button ? null : { button, term, position }))
    }
    // They are no real buttons, which would tear them from their punctuation.
    function pressByKey(event: KeyboardEvent) {
      const { target, key } = event
      if (!(target instanceof HTMLElement && target.matches('[data-term]')) || !/^(?:Enter| )$/.test(key))
        return
      event.preventDefault()
      target.click()
    }
    column?.addEventListener('click', press)
    column?.addEventListener('keydown', pressByKey)
    return () => {
      column?.removeEventListener('click', press)
      column?.removeEventListener('keydown', pressByKey)
    }
  }, [terms])

  return { wrapper, shown: shown?.term ?? null, place: shown?.position ?? {} }
}

/** Right under the word, as far to its side as the column lets it. */
function positionBelow(button: HTMLElement, wrapper: HTMLElement): CSSProperties {
  const [word, column] = [
    button.getClientRects()[0] ?? button.getBoundingClientRect(),
    wrapper.getBoundingClientRect(),
  ]
  const width = Math.min(column.width, 340)
  const left = Math.min(Math.max(word.left - column.left, 0), column.width - width)
  return { top: word.bottom - column.top + 6, left, width }
}
