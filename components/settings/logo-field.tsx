'use client'

import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useHydrated } from '@/components/forms/send-once'
import { LOGO_MEDIA_TYPES, MAX_LOGO_BYTES } from '@/lib/branding/branding-fields'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { useRemoveLogo, useSetLogo } from './settings-queries'

const MAX_SIZE = `${MAX_LOGO_BYTES / 1024} KB`
const TOO_LARGE = `The logo can be at most ${MAX_SIZE}`

/** The logo, saved as soon as a file is chosen. */
export function LogoField({ logoPath, isReadOnly }: { logoPath: string | null; isReadOnly: boolean }) {
  const id = useId()
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const set = useSetLogo()
  const remove = useRemoveLogo()
  const toast = useToast()

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Allows choosing the same file again after it was refused and replaced by a smaller one.
    event.target.value = ''
    if (!file) return
    setRefusal(file.size > MAX_LOGO_BYTES ? TOO_LARGE : null)
    if (file.size > MAX_LOGO_BYTES) return
    set.mutate(file, {
      onSuccess: () => toast('Logo saved'),
      onError: (error) => setRefusal(failureMessage(error)),
    })
  }
  const drop = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setRefusal(null)
        // The clicked button disappears with the logo.
        upload.current?.focus()
        toast('Logo removed')
      },
      onError: (error) => setRefusal(failureMessage(error)),
    })

  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title="Logo"
        description={`PNG, JPEG or WebP. At most ${MAX_SIZE} and 2000 × 2000 pixels.`}
      />
      <div className="space-y-4 px-4 pb-4 sm:px-5 sm:pb-5">
        {refusal && (
          <Notice kind="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <div
            className={classNames(
              'flex h-16 min-w-16 max-w-48 items-center justify-center overflow-hidden rounded-lg border p-2',
              logoPath ? 'bg-white' : 'bg-muted',
            )}
          >
            {logoPath ? (
              // biome-ignore lint/performance/noImgElement: the vendor's picture, of any size.
              <img src={logoPath} alt="Your logo" className="max-h-full max-w-full object-contain" />
            ) : (
              <ImageUp aria-hidden className="size-6 text-muted-foreground" />
            )}
          </div>
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2">
              <input
                ref={input}
                type="file"
                accept={LOGO_MEDIA_TYPES.join(',')}
                aria-label="Logo file"
                tabIndex={-1}
                onChange={choose}
                className="sr-only"
              />
              <Button
                ref={upload}
                variant="secondary"
                pending={set.isPending}
                disabled={!isHydrated}
                onClick={() => input.current?.click()}
              >
                {logoPath ? 'Replace' : 'Upload logo'}
              </Button>
              {logoPath && (
                <Button variant="ghost" pending={remove.isPending} disabled={set.isPending} onClick={drop}>
                  Remove
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}
