import { clsx } from 'clsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { lengthText, orderText, readingSentence, visitText, type Reading } from './reading-words.ts'

/** How the patient read the text on the screen: a sentence, and part by part for those who want to talk about it. */
export function ReadingReport({ reading }: { reading: Reading }) {
  const { parts, visits } = reading
  return (
    <Panel title="How the patient read it">
      <p>{readingSentence(reading)}</p>
      <ul className="mt-2 text-small text-muted">
        {visits.map(({ firstAt, lastAt, order }, at) => (
          <li key={at}>
            {visitText(firstAt, lastAt)}: {orderText(order)}
          </li>
        ))}
      </ul>
      <Disclosure summary="Part by part" className="mt-2">
        <table className="w-full text-start text-small">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="pe-3 pb-1 text-start font-medium">
                Part
              </th>
              <th scope="col" className="pe-3 pb-1 text-start font-medium">
                On screen
              </th>
              <th scope="col" className="pb-1 text-start font-medium">
                Read aloud
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ title, seconds, listenedSeconds, isOpened }, at) => (
              <tr key={at} className="border-t border-line align-top">
                <th scope="row" dir="auto" className="py-1 pe-3 text-start font-normal">
                  {at + 1}. {title}
                </th>
                <td className={clsx('py-1 pe-3 tabular-nums', !isOpened && 'text-warn')}>
                  {isOpened ? lengthText(seconds) : 'Not opened'}
                </td>
                <td className="py-1 tabular-nums">{listenedSeconds > 0 && lengthText(listenedSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
      <p className="mt-2 text-small text-muted">
        Time while the page was visible and in use. It does not show understanding.
      </p>
    </Panel>
  )
}
