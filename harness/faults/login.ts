import { type Fault, global, party } from './fault.js'

/** Faults of an IdentityProvider, and of an IdentityBroker towards the ServiceProviders that log humans in with it. */
const identityProviderFaults = {
  // The authorization request
  'accepts-unsigned-request-object': party('takes the parameters of a request object that nobody signed', 'OID-12'),
  'accepts-unverified-request-object': party('takes the parameters of a request object without verifying it', 'OID-12'),
  'accepts-any-redirect-uri': party('sends codes to any address', 'OID-08'),
  'accepts-redirect-uri-query': party('ignores a query that redirect_uri has beyond the registered one', 'OID-08'),
  'accepts-redirect-uri-port': party('ignores the port of redirect_uri', 'OID-08'),
  'accepts-redirect-uri-subpath': party('takes paths below a registered redirect_uri', 'OID-08'),
  'accepts-redirect-uri-fragment': party('ignores a fragment of redirect_uri', 'OID-08'),
  'accepts-redirect-uri-prefix': party('takes anything that begins with a registered redirect_uri', 'OID-08'),
  'ignores-redirect-uri-case': party('compares redirect_uri without regard to letter case', 'OID-08'),
  'ignores-redirect-uri-slash': party('ignores a slash at the end of redirect_uri', 'OID-08'),
  'ignores-redirect-uri-scheme': party('takes http and https of redirect_uri for the same', 'OID-08'),
  'ignores-redirect-uri-user': party('ignores a user name before the host of redirect_uri', 'OID-08'),
  'decodes-redirect-uri': party('decodes redirect_uri before it compares', 'OID-08'),
  'shares-redirect-uris': party('takes a redirect_uri that is registered for another client', 'OID-08'),
  'redirects-errors-anywhere': party('sends humans to any address, though only with an error', 'OID-08'),
  'accepts-missing-redirect-uri': party('takes the only registered redirect_uri when none is sent', 'OID-08'),
  'accepts-stripped-challenge': party('ignores code_verifier where the request had no code_challenge', 'OID-09'),
  'accepts-plain-challenge': party('takes the code_challenge_method plain', 'OID-09'),
  'ignores-response-type': party('gives a code whatever response_type asks for'),
  'ignores-prompt-none': party('shows its login page although prompt is none', 'OID-11'),
  'omits-state': party('leaves state out of its answer to the authorization request'),
  'changes-state': party('brings state back in small letters'),
  'ignores-max-age': party('does not read max_age', 'OID-11'),
  // The code
  'issues-short-codes': party('issues codes of 12 characters'),
  'accepts-used-code': party('takes a code twice', 'OID-06'),
  'accepts-raced-code': party('marks a code as used only 50 ms after it looked whether it was', 'OID-06'),
  'accepts-expired-code': party('takes a code after its lifetime'),
  'accepts-code-of-another-client': party('takes the code of another client', 'OID-07', 'BRK-04'),
  'accepts-omitted-redirect-uri': party('takes a code without redirect_uri', 'OID-08'),
  'accepts-other-redirect-uri': party('takes a code with another redirect_uri than it was sent to', 'OID-08'),
  'accepts-registered-redirect-uri': party(
    'takes a code with any redirect_uri that is registered for the client',
    'OID-08',
  ),
  'accepts-missing-verifier': party('takes a code without code_verifier', 'OID-09'),
  'accepts-challenge-as-verifier': party('takes the code_challenge itself for the code_verifier', 'OID-09'),
  'accepts-wrong-verifier': party('does not compare code_verifier with code_challenge', 'OID-09'),
  // The id_token
  'omits-nonce': party('leaves nonce out of the id_token', 'OID-10'),
  'cuts-nonce': party('puts the first 32 characters of nonce into the id_token', 'OID-10'),
  'lower-cases-nonce': party('puts nonce into the id_token in small letters', 'OID-10'),
  'changes-nonce': party('puts another nonce into the id_token', 'OID-10'),
  'omits-auth-time': party('leaves auth_time out of the id_token although max_age asks for it'),
  'changes-subject': party('puts another sub into the id_token at each login'),
  'long-subject': party('puts a sub of 256 characters into the id_token'),
  'names-another-issuer': party('names another party as iss of the id_token'),
  'addresses-id-token-to-another': party('names itself as aud of the id_token'),
  'addresses-id-token-to-two': party('names itself beside the client as aud of the id_token'),
  'omits-id-token-jti': party('leaves jti out of the id_token'),
  'omits-id-token-iat': party('leaves iat out of the id_token'),
  'id-token-lives-60-seconds': party('signs the id_token for 60 seconds'),
  'id-token-in-milliseconds': party('puts milliseconds into the id_token'),
  'passes-on-unasked-claims': party('puts everything that it knows of the human into the id_token', 'BRK-08'),
  'signs-id-token-ps256': party('signs the id_token with PS256'),
  'adds-kid-to-id-token': party('adds kid to the header of the id_token'),
  'sends-id-token-leaf-only': party('sends only its leaf in x5c of the id_token'),
  'sends-id-token-self-signed': party('sends a certificate that it issued to itself in x5c of the id_token'),
  'corrupts-id-token': party('changes the signature of the id_token'),
  // What comes after it
  'tells-userinfo-without-token': global('tells whoever asks without an access token who logged in last'),
} satisfies Record<string, Fault>

/** Faults of a relying party: a ServiceProvider that logs humans in, and an IdentityBroker towards the IdentityProviders behind it. */
const relyingPartyFaults = {
  // What a browser is sent away with
  'reuses-nonce': global('sends the same nonce in every login'),
  'reuses-code-verifier': global('has the same code_verifier in every login'),
  // The answer that a browser comes back with
  'accepts-missing-state': party('takes an answer without state', 'OID-13'),
  'ignores-state': party('takes an answer with a state that it never sent', 'OID-13'),
  'accepts-state-of-another-flow': party('takes an answer with the state of a login in another browser', 'OID-13'),
  'takes-answer-of-another-browser': party(
    'takes the answer of a login in another browser for the one that waits in this',
    'OID-13',
  ),
  'accepts-used-state': party('takes an answer with the state of a login that is over', 'OID-13'),
  'accepts-missing-response-issuer': party('takes an answer without iss', 'OID-17', 'BRK-06'),
  'ignores-response-issuer': party('does not compare iss of the answer with the provider', 'OID-17', 'BRK-06'),
  'takes-provider-from-answer': party('goes on with the provider that the answer names', 'OID-17', 'BRK-06'),
  'follows-token-redirects': party('sends code and assertion wherever the token endpoint redirects to', 'OID-20'),
  'accepts-missing-id-token': party('takes userinfo for an id_token that does not come'),
  // The signature of the id_token
  'accepts-unsigned-id-token': party('takes an id_token with alg none in any letter case', 'OID-15', 'BRK-05'),
  'accepts-hs256-id-token': party('verifies an HS256 id_token with the public key', 'OID-15', 'BRK-05'),
  'accepts-hs256-id-token-with-client-id': party('verifies an HS256 id_token with its own id', 'OID-15', 'BRK-05'),
  'accepts-ps256-id-token': party('takes an id_token with PS256', 'OID-15'),
  'ignores-id-token-signature': party('does not verify the signature of the id_token', 'OID-15', 'BRK-05'),
  'ignores-crit-of-id-token': party('ignores crit in the header of the id_token', 'OID-15'),
  'honours-id-token-jwk': party('verifies the id_token with the jwk in its header', 'OID-15', 'BRK-05'),
  'trusts-any-id-token-chain': party('takes an id_token with a chain to any root', 'OID-15', 'BRK-05'),
  'matches-id-token-issuer-by-name': party(
    'compares names of issuers in the chain of the id_token, not signatures',
    'OID-15',
    'BRK-05',
  ),
  'accepts-unregistered-id-token-certificate': party(
    'does not ask whether the registry holds the certificate for the provider',
    'OID-15',
    'BRK-05',
  ),
  // The claims of the id_token
  'accepts-id-token-without-iss': party('takes an id_token without iss', 'OID-14'),
  'ignores-id-token-issuer': party('does not compare iss of the id_token with the provider', 'OID-14', 'BRK-05'),
  'compares-beginning-of-id-token-issuer': party(
    'takes an iss of the id_token that begins as it should',
    'OID-14',
    'BRK-05',
  ),
  'compares-beginning-of-id-token-audience': party(
    'takes an aud of the id_token that begins as it should',
    'OID-14',
    'BRK-05',
  ),
  'accepts-id-token-of-another-provider': party('takes an id_token that any participant made', 'OID-17', 'BRK-06'),
  'accepts-id-token-without-sub': party('takes an id_token without sub', 'OID-14'),
  'accepts-id-token-without-aud': party('takes an id_token without aud', 'OID-14', 'BRK-05'),
  'accepts-id-token-for-another': party('takes an id_token for another client', 'OID-14', 'BRK-05'),
  'accepts-id-token-for-two': party('takes an id_token for itself and another', 'OID-14', 'BRK-05'),
  'accepts-id-token-without-exp': party('takes an id_token without exp', 'OID-14'),
  'accepts-id-token-without-iat': party('takes an id_token without iat', 'OID-14'),
  'accepts-expired-id-token': party('takes an expired id_token', 'OID-14', 'BRK-05'),
  'accepts-missing-nonce': party('takes an id_token without nonce', 'OID-16', 'BRK-05'),
  'ignores-nonce': party('does not compare nonce with the one that it sent', 'OID-16', 'BRK-05'),
  'keeps-login-of-wrong-nonce': party(
    'refuses an id_token with another nonce on its page, and keeps the human logged in',
    'OID-16',
    'BRK-05',
  ),
  // What comes after it
  'ignores-userinfo-subject': party('does not compare sub of userinfo with that of the id_token', 'OID-18'),
  'takes-human-for-the-one-before': party('takes whoever logs in for the human who logged in before'),
  'takes-everybody-for-one-human': party('gives everybody of an IdentityProvider the same sub'),
  'login-opens-service': global('serves whoever is logged in, without an access token', 'OID-19'),
} satisfies Record<string, Fault>

/** Faults of whoever takes part in human logins. */
export const loginFaults = {
  ...identityProviderFaults,
  ...relyingPartyFaults,
} satisfies Record<string, Fault>
