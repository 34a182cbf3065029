'use client'

import * as Tabs from '@radix-ui/react-tabs'
import { storeChoice, useStoredChoice } from '@/components/browser/stored-choice'
import { classNames } from '@/components/ui/class-names'
import { CodeBlock } from '@/components/ui/code-block'
import { ColouredCode } from './coloured-code'
import type { CodePiece } from './colours'
import { filledIn, useDocsSession } from './docs-session'
import { SAMPLE_LANGUAGES, type Sample } from './samples'

const STORED_AS = 'docs-sample-language'

type ColouredSample = Sample & { pieces: readonly CodePiece[] }

/** A request in several languages. The choice applies to every page and is remembered by the browser. */
export function SampleTabs({ what, samples }: { what: string; samples: readonly ColouredSample[] }) {
  const session = useDocsSession()
  const stored = useStoredChoice(STORED_AS)
  const language = stored && Object.hasOwn(SAMPLE_LANGUAGES, stored) ? stored : 'curl'
  return (
    <Tabs.Root value={language} onValueChange={(value) => storeChoice(STORED_AS, value)}>
      <Tabs.List aria-label={`Language of ${what}`} className="mb-2 flex gap-1 overflow-x-auto">
        {samples.map((sample) => (
          <Tabs.Trigger
            key={sample.language}
            value={sample.language}
            className={classNames(
              'min-h-9 shrink-0 rounded-lg px-2.5 font-medium text-[0.8125rem] text-muted-foreground lg:min-h-8',
              'hover:text-foreground data-[state=active]:bg-muted data-[state=active]:text-foreground',
            )}
          >
            {SAMPLE_LANGUAGES[sample.language].label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {samples.map((sample) => (
        <Tabs.Content key={sample.language} value={sample.language} tabIndex={-1}>
          <CodeBlock
            what={`${what} in ${SAMPLE_LANGUAGES[sample.language].label}`}
            code={filledIn(sample.code, session)}
          >
            <ColouredCode
              pieces={sample.pieces.map((piece) => ({ ...piece, text: filledIn(piece.text, session) }))}
            />
          </CodeBlock>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
