/**
 * Who runs this installation. The build does not know: the server puts the paragraphs in place of what stands between the
 * marks (server/page-replacements.ts), and leaves the whole section out of sight where nobody was named.
 */
export function OperatorFacts({ heading }: { heading: string }) {
  return (
    <section
      data-operator="unset"
      className="max-w-3xl text-[1rem] leading-relaxed data-[operator=unset]:hidden"
    >
      <h2 className="text-xl">{heading}</h2>
      <p className="mt-3 whitespace-pre-line">[operator]</p>
    </section>
  )
}
