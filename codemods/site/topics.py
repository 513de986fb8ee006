"""What the rules are about, for the index of the site. A rule that is not named here is in the last group."""

from __future__ import annotations

from collections.abc import Iterator

from codemods.explain.pages import Page, page_of
from codemods.rules import all_rules

OTHERS = "Everything else"

TOPICS = {
    "Several GPUs and machines": "TFM176 TFM201 TFM202 TFM203 TFM204 TFM205 TFM206 TFM208 TFM212 TFM344",
    "Estimators": "TFM170 TFM171 TFM173",
    "tf.contrib": "TFM122 TFM147 TFM154 TFM155 TFM156 TFM169 TFM172 TFM239",
    "Custom training loops": (
        "TFM180 TFM181 TFM182 TFM183 TFM184 TFM185 TFM186 TFM240 TFM325 TFM327 TFM338 TFM355 TFM357"
    ),
    "Names and imports": (
        "TFM100 TFM101 TFM161 TFM166 TFM188 TFM190 TFM193 TFM199 TFM219 TFM246 TFM257 TFM263 TFM266 TFM308 "
        "TFM309 TFM342 TFM371"
    ),
    "Arguments and methods": (
        "TFM102 TFM112 TFM132 TFM135 TFM162 TFM194 TFM195 TFM196 TFM197 TFM198 TFM217 TFM265 TFM285 "
        "TFM374"
    ),
    "TensorFlow 1": (
        "TFM103 TFM104 TFM105 TFM106 TFM107 TFM140 TFM160 TFM168 TFM178 TFM179 TFM187 TFM189 TFM210 TFM211 TFM237 "
        "TFM238 TFM241 TFM245 TFM250 TFM259 TFM267 TFM268 TFM269 TFM278"
    ),
    "Optimizers": (
        "TFM110 TFM111 TFM113 TFM114 TFM115 TFM116 TFM117 TFM118 TFM149 TFM207 TFM225 TFM227 TFM296 TFM332 TFM333 "
        "TFM353"
    ),
    "Layers and models": (
        "TFM108 TFM109 TFM119 TFM124 TFM125 TFM126 TFM127 TFM129 TFM138 TFM139 TFM142 TFM143 TFM146 TFM148 TFM165 "
        "TFM167 TFM209 TFM213 TFM215 TFM220 TFM221 TFM222 TFM223 TFM224 TFM226 TFM229 TFM232 TFM233 TFM234 TFM235 "
        "TFM236 TFM242 TFM247 TFM251 TFM261 TFM270 TFM277 TFM281 TFM282 TFM288 TFM301 TFM306 TFM307 TFM316 TFM318 "
        "TFM320 TFM328 TFM329 TFM330 TFM334 TFM336 TFM337 TFM343 TFM347 TFM350 TFM351 TFM352 TFM354 TFM356 TFM358 "
        "TFM360 TFM361 TFM362 TFM363 TFM365 TFM366 TFM367 TFM368 TFM369 TFM372 TFM373 TFM375"
    ),
    "Keras 1": "TFM121 TFM141 TFM144 TFM200",
    "The backend of Keras": "TFM123 TFM128 TFM145 TFM244 TFM302 TFM317",
    "Losses and metrics": (
        "TFM131 TFM157 TFM158 TFM216 TFM230 TFM231 TFM243 TFM248 TFM249 TFM253 TFM260 TFM262 TFM271 TFM283 TFM297 "
        "TFM298 TFM303 TFM345 TFM346 TFM348 TFM349 TFM364 TFM370"
    ),
    "Training, callbacks and data": (
        "TFM120 TFM130 TFM133 TFM134 TFM136 TFM137 TFM159 TFM164 TFM214 TFM228 TFM252 TFM254 TFM255 "
        "TFM264 TFM272 TFM273 TFM305 TFM339 TFM359"
    ),
    "Files": "TFM150 TFM151 TFM152 TFM153 TFM163 TFM218 TFM274 TFM299 TFM304 TFM324 TFM331 TFM335",
    "Running on the shims": "TFM174 TFM175 TFM177 TFM256 TFM258 TFM275 TFM284 TFM300",
    "What could not be looked at": "TFM191 TFM192 TFM289",
    "Notebooks": "TFM290 TFM291 TFM292",
    "Packages and releases": "TFM276",
    "Python 2": "TFM293 TFM294 TFM295",
}  # fmt: skip


def pages_by_topic() -> Iterator[tuple[str, list[Page]]]:
    """The pages of all rules, by their topics."""
    pages = {rule.code: page_of(rule) for rule in all_rules()}
    for topic, codes in TOPICS.items():
        yield topic, [pages.pop(code) for code in codes.split()]
    if pages:
        yield OTHERS, [*pages.values()]
