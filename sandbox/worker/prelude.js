// What a script sees beside the language. `send` comes from the worker and is not visible to scripts. Everything that this file needs is taken before a script can change it.
(function (send) {
  'use strict';
  const { parse } = JSON;
  const toJSON = JSON.stringify, wellFormed = String.prototype.toWellFormed;
  const { apply } = Reflect;
  const Promise_ = Promise, Error_ = Error, TypeError_ = TypeError, String_ = String;
  const all = Promise.all.bind(Promise);
  const map = Array.prototype.map;
  const isArray = Array.isArray;
  const waiting = new Map();
  const get = Map.prototype.get, set = Map.prototype.set, remove = Map.prototype.delete;
  let count = 0, context = {};

  // JSON that every reader reads: a lone surrogate becomes U+FFFD.
  function stringify(value) {
    return toJSON(value, (_, one) => (typeof one === 'string' ? apply(wellFormed, one, []) : one));
  }

  function request(fields) {
    return new Promise_((resolve, reject) => {
      const id = ++count;
      const text = stringify({ id, ...fields });
      apply(set, waiting, [id, { resolve, reject }]);
      send(text);
    });
  }

  function checked(name, params) {
    if (typeof name !== 'string') throw new TypeError_('callTool: the name of a tool is a string');
    if (params === undefined) params = {};
    if (params === null || typeof params !== 'object' || isArray(params))
      throw new TypeError_('callTool: the parameters of a tool are an object');
    return { op: 'call', name, params };
  }

  const api = {
    async callTool(name, params) {
      return request(checked(name, params));
    },
    async batchCall(calls) {
      if (!isArray(calls)) throw new TypeError_('batchCall: the calls are an array of {name, params}');
      const asked = apply(map, calls, [(call) => checked(call?.name, call?.params)]);
      return all(apply(map, asked, [(call) =>
        request(call).then(
          (result) => ({ name: call.name, ok: true, result }),
          (error) => ({ name: call.name, ok: false, error: String_(error?.message ?? error) }))]));
    },
    async searchTools(query, options) {
      if (typeof query !== 'string') throw new TypeError_('searchTools: the query is a string');
      return request({ op: 'search', query, options: options ?? {} });
    },
    log(...values) {
      const text = apply(map, values, [(value) => {
        if (typeof value === 'string') return value;
        try { return stringify(value) ?? String_(value); } catch { return '[unprintable]'; }
      }]);
      send(stringify({ id: 0, op: 'log', text: text.join(' ') }));
    },
    getWorkspacePath: () => context.workspace,
    getConversationId: () => context.conversation,
  };
  for (const [name, value] of Object.entries(api))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
  globalThis.console = Object.freeze({ log: api.log, info: api.log, warn: api.log, error: api.log, debug: api.log });
  const absent = (what) => function () { throw new Error_(what + ' is not available in a script'); };
  Object.defineProperty(globalThis, 'eval', { value: absent('eval') });

  // What the worker calls: with the context, and with each result.
  return {
    begin(text) { context = parse(text); },
    settle(text) {
      const { id, ok, value, error } = parse(text);
      const promise = apply(get, waiting, [id]);
      if (promise === undefined) return;
      apply(remove, waiting, [id]);
      if (ok) promise.resolve(value); else promise.reject(new Error_(error));
    },
    // How a value leaves: undefined, functions and symbols are nothing, as JSON has it.
    leave: (value) => stringify(value) ?? '',
    // An error in one line, with the place in the script where it is known.
    tell(error) {
      try {
        if (error === null || typeof error !== 'object') return 'the script threw ' + String_(error);
        const place = /script:(\d+)/.exec(String_(error.stack ?? ''));
        return String_(error.name ?? 'Error') + ': ' + String_(error.message ?? '') +
          (place ? ' (line ' + place[1] + ')' : '');
      } catch { return 'the script threw a value that cannot be printed'; }
    },
  };
})
