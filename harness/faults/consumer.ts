import { type Fault, global, party } from './fault.js'

/** Faults of a participant as the client of others; those of a ServiceConsumer can be switched on per provider that it calls. */
export const consumerFaults = {
  'follows-told-audience': global('puts the audience that a refusal tells it into its next assertion', 'CLI-04'),
  'follows-redirects': party('sends its assertion and its access token wherever a redirect points'),
  'calls-service-without-token': party('calls the service although it got no access token'),
  'shows-token-of-another': party('shows a provider the access token that another one gave'),
  'sends-token-in-query': party('sends the access token in the URL'),
  'sends-token-in-query-otherwise': party('sends the access token in the URL too, under a name of its own'),
  'waits-for-ever': party('waits without end for a provider that does not answer, and serves nobody meanwhile'),
} satisfies Record<string, Fault>
