"""The ten PyTorch listings do what the text says of them. Skipped, with a word, where torch is not installed."""

from __future__ import annotations

import math

import pytest

from easycompilers_site.components.code_block import CodeBlock
from easycompilers_site.model import walk
from test_content import CHAPTERS

torch = pytest.importorskip("torch", reason="torch is not installed: the listings are read, and not run")


def run(slug: str, **names) -> dict:
    """The names after the captioned listing of a chapter has run with `names` given."""
    chapter = next(chapter for chapter in CHAPTERS if chapter.slug == slug)
    listing = next(block for block, _ in walk(chapter.blocks) if isinstance(block, CodeBlock) and block.caption)
    torch.manual_seed(0)
    exec(compile(listing.source, slug, "exec"), names)
    return names


def test_ids_to_vectors() -> None:
    names = run("tokens-and-vectors")
    assert names["rows"].shape == (3, 768) and torch.equal(names["rows"][1], names["table"].weight[2042])


def test_scores_to_a_blend() -> None:
    names = run("scores-to-shares")
    assert [round(float(share), 3) for share in names["shares"]] == [0.665, 0.245, 0.090]
    assert [round(float(number), 2) for number in names["mixed"]] == [5.68, 2.32]


def test_attention_equals_the_library() -> None:
    attention = run("queries-keys-values")["attention"]
    query, key, value = torch.randn(3, 2, 5, 8).unbind(0)
    assert torch.allclose(attention(query, key, value), torch.nn.functional.scaled_dot_product_attention(query, key, value), atol=1e-6)


def test_causal_attention_sees_no_later_token() -> None:
    layer = run("heads-and-masks")["CausalAttention"](16, 4)
    vectors = torch.randn(1, 6, 16)
    changed = vectors.clone()
    changed[0, 4:] += 1
    before, after = layer(vectors), layer(changed)
    assert before.shape == vectors.shape
    assert torch.allclose(before[0, :4], after[0, :4], atol=1e-6) and not torch.allclose(before[0, 4:], after[0, 4:])


def test_a_pre_norm_block_adds_to_the_stream() -> None:
    stream = torch.randn(3, 512)
    seen = []

    def layer(read):
        seen.append(read)
        return torch.ones_like(read)

    after = run("residual-streams-and-layer-norm", stream=stream, attention=layer, feed_forward=layer)["stream"]
    assert torch.allclose(after, stream + 2, atol=1e-5)
    assert all(torch.allclose(read.std(-1, correction=0), torch.ones(3), atol=1e-3) for read in seen)


def test_a_gated_feed_forward_layer_has_the_weights_of_the_text() -> None:
    layer = run("feed-forward-layer")["GatedFeedForward"]()
    assert layer(torch.randn(2, 512)).shape == (2, 512)
    assert sum(parameter.numel() for parameter in layer.parameters()) == 3 * 512 * 1365


def test_rotary_scores_depend_on_the_distance_alone() -> None:
    names = run("positional-encoding", query=torch.randn(7, 8), key=torch.randn(7, 8))
    turn = names["turn"]
    same = torch.randn(1, 8).expand(7, 8)
    scores = turn(same) @ turn(same).T
    assert torch.allclose(scores.diagonal(1), scores[0, 1].expand(6), atol=1e-5)
    assert torch.allclose(turn(same).norm(dim=-1), same.norm(dim=-1), atol=1e-5)


def test_a_training_step_lowers_the_loss() -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Embedding(11, 16), torch.nn.Linear(16, 11))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0)
    batch = torch.tensor([[1, 2, 3, 4, 5, 6, 7, 8]])
    given = dict(model=model, optimizer=optimizer, schedule=schedule, batch=batch)
    losses = [float(run("training-on-the-next-token", **given)["loss"].detach()) for _ in range(30)]
    assert losses[0] == pytest.approx(math.log(11), abs=1) and losses[-1] < losses[0] / 4


def test_attention_with_a_cache_equals_attention_without() -> None:
    step = run("generation-cache-and-gpu")["attend_to_next"]
    query, key, value = torch.randn(3, 1, 2, 6, 4).unbind(0)
    whole = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    cache: dict = {}
    rows = [step(query[..., t : t + 1, :], key[..., t : t + 1, :], value[..., t : t + 1, :], cache) for t in range(6)]
    assert torch.allclose(torch.cat(rows, dim=-2), whole, atol=1e-6)


def test_the_whole_model_has_the_size_of_gpt_2_and_is_causal() -> None:
    parts = run("heads-and-masks")
    Transformer = run("what-the-layers-learn", **{"CausalAttention": parts["CausalAttention"]})["Transformer"]
    with torch.device("meta"):
        assert sum(parameter.numel() for parameter in Transformer().parameters()) == 124_439_808
    model = Transformer(vocabulary=50, context=16, width=32, heads=4, blocks=2).eval()
    ids = torch.randint(50, (1, 8))
    other = ids.clone()
    other[0, 6:] = (other[0, 6:] + 1) % 50
    assert torch.allclose(model(ids)[0, :6], model(other)[0, :6], atol=1e-5)
