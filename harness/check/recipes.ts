import { differences } from './message/message.js'
import type { Message } from './types.js'

/** What is usual about a call of a service. */
export const usualCall = { evidence: 'Permit without conditions', 'authorisation registry': 'answers' } as const

/** What a target may go by when it gives no code, or no access token, by what is usual there; the rest of a message it cannot know yet. */
const knownEarly: readonly (readonly [entry: string, usual: string])[] = [
  ...['party id', 'certificate', 'record', 'registry', 'authorization'].map((entry) => [entry, 'conforming'] as const),
  ...Object.entries(usualCall),
]

/** Whether nothing is wrong with a message that can be known before it is sent. */
export const isInOrder = ({ recipe }: Message): boolean =>
  recipe.lab === 'as usual' && knownEarly.every(([entry, usual]) => (recipe[entry] ?? usual) === usual)

/** What stands at an entry of a message's recipe. */
export const place = (message: Message, entry: string): string => message.recipe[entry] ?? 'absent'

/** In which entries two recipes differ, as the message of a mistake in a check. */
export const explain = (control: Message['recipe'] | undefined, message: Message['recipe']): string =>
  control === undefined
    ? 'nothing was granted yet.'
    : differences(control, message)
        .map((entry) => `${entry}: ${control[entry]} / ${message[entry]}`)
        .join('; ')
