// Search results in the order of rooms: the guide before the reference, before reports, before what is for builders. mdBook
// has no weight for a page, so the scores of elasticlunr are weighed here, before mdBook takes the first thirty.
(() => {
    if (typeof elasticlunr === 'undefined') {
        return;
    }
    const weights = { guide: 4, reference: 2, reports: 0.5, internals: 0.25 };
    // The guide of the Rust crates has the same words as that of the extension, which is meant unless the question says otherwise.
    const rust = /\b(?:rust|crate|cargo|tokio|axum|diesel|bb8|deadpool|sqlx)/i;
    // "IDLE_TIMEOUT" means the attribute: the index finds words by their beginning only.
    const attribute = /\b(?!ATTR_|PDO\b)[A-Z]+(?:_[A-Z]+)+\b/g;
    // In a question these say nothing, and headings have them; alone they may mean a method.
    const question = /^\s*(?:can|does|do|how|is|what|when|where|which|why)\b/i;
    const filler = /\b(?:uses?|using|works?|happens?)\b/gi;
    const search = elasticlunr.Index.prototype.search;
    elasticlunr.Index.prototype.search = function (query, options) {
        const asked = question.test(query) ? query.replace(filler, '') : query;
        const named = asked.replace(attribute, (word) => `${word} ATTR_POOL_${word} PDO::ATTR_POOL_${word}`);
        const weighed = search.call(this, named, options).map((found) => {
            const url = window.search.doc_urls[found.ref];
            const isAside = url.startsWith('guide/rust-') && !rust.test(query);
            const weight = isAside ? 1 : weights[url.split('/')[0]] ?? 1;
            return { ...found, score: found.score * weight };
        });
        return weighed.sort((a, b) => b.score - a.score);
    };
})();
